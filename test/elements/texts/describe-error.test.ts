import { expect } from 'chai';
import { describeAccess } from '../../../src/elements/texts/describe-access.ts';
import { describeError } from '../../../src/elements/texts/describe-error.ts';
import { TimeoutError } from '../../../src/errors/timeout-error.ts';
import { UsherError } from '../../../src/errors/usher-error.ts';

describe('the words of an error', () => {
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  it('are those of the elements, never its message or its hint', async () => {
    expect(await describeError(new TimeoutError(10_000), 'en')).to.equal(
      'The service took too long to answer. Try again.',
    );
    const state = { code: 'not-found', message: 'No item', hint: 'ada', retryable: false };
    expect(await describeError(state, 'de')).to.equal('Das wurde nicht gefunden.');
  });

  it('are in the language of the document without a language', async () => {
    document.documentElement.lang = 'de';
    expect(await describeError(new UsherError('login-required', '-'))).to.equal(
      'Melde dich zuerst an.',
    );
  });

  it('say of any other value that something went wrong', async () => {
    for (const other of [new Error('ada'), 'ada', undefined, null, { code: 'ada' }]) {
      expect(await describeError(other, 'en')).to.equal('Something went wrong. Try again.');
    }
  });

  it('do not say of an open purchase that nothing was charged', async () => {
    const error = new UsherError('provider-unavailable', '-');
    expect(await describeError(error, 'en')).to.include('Nothing was charged');
    expect(await describeError(error, 'en', { isOpenPurchase: true })).to.equal(
      'The payment was interrupted. Continue it, or try again later.',
    );
    const other = new UsherError('login-required', '-');
    expect(await describeError(other, 'en', { isOpenPurchase: true })).to.equal('Log in first.');
  });
});

describe('the words of the access to an item', () => {
  it('are the reason and what it means', async () => {
    expect(await describeAccess({ access: 'denied', reason: 'geo' }, 'en')).to.deep.equal({
      title: 'Not available in your country',
      details: 'The provider does not hold the rights for the place you are in.',
    });
    expect((await describeAccess({ access: 'denied', reason: 'login-required' }, 'de')).title) //
      .to.equal('Zum Ansehen anmelden');
  });

  it('name a reason that the platform alone knows', async () => {
    expect(await describeAccess({ access: 'denied', reason: 'quota' }, 'en')).to.deep.equal({
      title: 'Not available',
      details: 'The service says: quota.',
    });
  });

  it('have nothing to add to a grant', async () => {
    expect(await describeAccess({ access: 'granted', reason: 'paid' }, 'en')).to.deep.equal({
      title: 'You have bought this',
      details: '',
    });
  });

  it('say what is known without an answer', async () => {
    const unknown = { access: 'unknown', reason: '' } as const;
    expect((await describeAccess(unknown, 'en')).title).to.equal('Checking access …');
    const error = { code: 'network', message: '-', retryable: true } as const;
    expect((await describeAccess({ ...unknown, error }, 'en')).title).to.equal(
      'Access could not be checked',
    );
  });
});
