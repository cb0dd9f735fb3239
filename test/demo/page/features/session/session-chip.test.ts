import { expect } from 'chai';
import { restore, stub } from 'sinon';
import type { SessionState, Usher } from 'usher-runtime';
import { createFakeUsher } from 'usher-runtime/testing';
import { mountSessionChip } from '../../../../../demo/page/features/session/session-chip.ts';
import { createPlace, says, textOf, withSession } from '../../../../fixtures/demo/showing.ts';

describe('the session chip of the demo', () => {
  let place: HTMLElement;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => {
    restore();
    place.remove();
  });
  const chip = (): HTMLElement => place.querySelector('[data-session]')!;
  const panel = (): HTMLElement => place.querySelector('.panel')!;
  const mount = (usher: Usher): void => mountSessionChip(place, usher);
  const mountWith = (changes: Partial<SessionState>): void =>
    mount(withSession(createFakeUsher(), changes));

  it('follows a session that goes offline and comes back', async () => {
    const usher = createFakeUsher();
    mount(usher);
    chip().click();
    await usher.start();
    await says(chip(), 'Ready');
    usher.goOffline();
    await says(chip(), 'Offline');
    expect(chip().dataset['status']).to.equal('offline');
    expect(textOf(panel())).to.contain('The platform cannot be reached; what is known stays.');
    await usher.goOnline();
    await says(chip(), 'Ready');
  });

  it('says that a degraded session is unsteady, and why', () => {
    const message = 'The platform answered 503';
    const error = { code: 'platform', message, retryable: true } as const;
    mountWith({ status: 'degraded', error });
    expect(textOf(chip())).to.contain('Unsteady');
    chip().click();
    expect(textOf(panel())).to.match(/answers in part only.*Last error ?platform/);
  });

  it('marks a late keepalive, and says by how much and why', () => {
    mountWith({ status: 'ready', late: { byMs: 90_400, why: 'asleep' } });
    expect(chip().hasAttribute('data-late')).to.equal(true);
    chip().click();
    expect(textOf(panel())).to.contain('90 s late (asleep)');
  });

  it('says that a static domain has no account', () => {
    mountWith({ status: 'static', id: null });
    expect(textOf(chip())).to.contain('No account here');
  });

  it('shows at once that the browser is cut off, before the session knows', () => {
    mountWith({ status: 'ready' });
    stub(navigator, 'onLine').value(false);
    window.dispatchEvent(new Event('offline'));
    expect(textOf(chip())).to.contain('Offline');
    expect(chip().hasAttribute('data-cut-off')).to.equal(true);
    expect(chip().dataset['status']).to.equal('ready');
  });

  it('shows in the panel what a developer looks for, and not on its face', () => {
    mountWith({ status: 'ready', id: '9007199254740993001', gateway: 'desktop' });
    expect(textOf(chip())).to.equal('Session: Ready');
    chip().click();
    expect(panel().matches(':popover-open')).to.equal(true);
    expect(textOf(panel())).to.contain('9007199254740993001').and.contain('desktop');
  });
});
