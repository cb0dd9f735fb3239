import { expect } from 'chai';
import { NotFoundError } from '../../src/errors/not-found-error.ts';
import { describeEvent } from '../../src/inspector/describe-event.ts';
import { unasked } from '../../src/item/item-state.ts';
import { sessionState } from '../../src/session/state/session-state.ts';

const error = {
  code: 'network',
  message: 'The platform could not be reached',
  retryable: true,
} as const;

describe('an event in the inspector', () => {
  it('is the status of a session, with its error', () => {
    const state = (more: object) => sessionState('offline', undefined, { changedAt: 1, ...more });
    expect(describeEvent('session', state({}))).to.equal('offline');
    expect(describeEvent('session', state({ error }))).to.equal(
      'offline; network: The platform could not be reached',
    );
  });

  it('names viewers by their ID only', () => {
    expect(describeEvent('login', { id: '17', name: 'ada' })).to.equal('viewer 17');
    expect(describeEvent('logout', null)).to.equal('no viewer was logged in');
    expect(
      describeEvent('identity-changed', { before: { id: '17', name: 'ada' }, now: null }),
    ).to.equal('from 17 to no viewer');
  });

  it('is the access of an item', () => {
    const item = { ...unasked, item: '7', streamtype: 'video' };
    expect(describeEvent('item', { ...item, checking: true })).to.equal('video 7: is checked');
    expect(describeEvent('item', { ...item, access: 'denied', reason: 'not-paid' })).to.equal(
      'video 7: denied (not-paid)',
    );
    expect(describeEvent('item', { ...item, error })).to.equal(
      'video 7: unknown; network: The platform could not be reached',
    );
  });

  it('is the code and the text of an error', () => {
    expect(describeEvent('error', new NotFoundError('allmedia/byid'))).to.equal(
      'not-found: allmedia/byid: not found',
    );
    // The platform may name the viewer.
    expect(describeEvent('error', new NotFoundError('allmedia/byid', 'none for Ada'))).to.equal(
      'not-found: allmedia/byid: not found',
    );
    const hint = 'Ada: declined';
    const declined = { code: 'platform', message: hint, hint, retryable: false } as const;
    const item = { ...unasked, item: '7', streamtype: 'video', error: declined };
    expect(describeEvent('item', item)).to.equal('video 7: unknown; platform');
    expect(describeEvent('error', new TypeError('x is no function'))).to.equal(
      'TypeError: x is no function',
    );
  });
});
