import { expect } from 'chai';
import type { AbortReason, Usher } from '../../src/index.ts';
import { scriptPlatform, type ScriptedPlatform } from '../fixtures/session/scripted-platform.ts';
import { rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' } as const;

type End = (usher: Usher, caller: AbortController) => unknown;

describe('an aborted call says why', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/currentweather', () => new Promise(() => {}));
  });
  afterEach(() => platform.close());

  const ends: readonly [how: string, reason: AbortReason, end: End][] = [
    ['after the signal of the caller', 'signal', (_usher, caller) => caller.abort()],
    ['after a logout', 'viewer-changed', (usher) => usher.logout()],
    ['after forget()', 'viewer-changed', (usher) => usher.forget()],
    ['after dispose()', 'disposed', (usher) => usher.dispose()],
  ];
  for (const [how, reason, end] of ends) {
    it(how, async () => {
      const usher = platform.usher();
      await usher.login(ada);
      const caller = new AbortController();
      const options = { signal: caller.signal };
      const call = rejection(usher.call('session/currentweather', {}, options));
      await until(() => platform.to('session/currentweather').length);
      await end(usher, caller);
      expect(await call).to.include({
        code: 'aborted',
        reason,
        endpoint: 'session/currentweather',
        message: `The call was aborted: ${reason}`,
      });
    });
  }

  it('before it is sent, and while its code is loaded', async () => {
    const usher = platform.usher();
    const options = { signal: AbortSignal.abort() };
    expect(await rejection(usher.reportToken(options))).to.include({ reason: 'signal' });
    usher.dispose();
    expect(await rejection(usher.reportToken())).to.include({ reason: 'disposed' });
    expect(await rejection(usher.start())).to.include({ reason: 'disposed' });
  });

  it('when a later choice of the persistence replaces an earlier one', async () => {
    const usher = platform.usher({ persistence: 'tab' });
    await usher.start();
    const moved = rejection(usher.setPersistence('device'));
    await usher.setPersistence('none');
    expect(await moved).to.include({ code: 'aborted', reason: 'replaced' });
  });
});
