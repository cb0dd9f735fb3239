import { checkSelling } from '../api/options.ts';
import { checkFakeOptions } from './check-fake-options.ts';
import { createFakeBrowser, fakeClock } from './fake-browser.ts';
import { createFakeControls } from './fake-controls.ts';
import type { FakeUsherOptions } from './fake-options.ts';
import { createFakePlatform, type FakePlatform } from './fake-platform.ts';
import { createFakeProviders } from './fake-providers.ts';
import { createFakeRuntime } from './fake-runtime.ts';
import { createFakeSale } from './fake-sale.ts';
import type { FakeUsher } from './fake-usher.ts';
import { createFinishPurchase } from './finish-purchase.ts';

export { checkDialect } from './dialect-check/check-dialect.ts';
export type {
  CheckDialectOptions,
  CheckedItem,
  CheckedPart,
  DialectFinding,
  Judgement,
  Verdict,
} from './dialect-check/check-dialect.ts';
export type { FakeAnswers, FakeItem, FakeItemState, FakeUsherOptions } from './fake-options.ts';
export type { FakeFaultOptions, FakeGrant, FakeOutcome, FakeUsher } from './fake-usher.ts';

/**
 * Creates a runtime for tests of a page, without a platform. It has every member of the real one,
 * and the functions of `FakeUsher`. States, events and errors come from the same code. It uses no
 * network and no storage, and keeps no process alive. Each call creates another one.
 * @throws {InputError} `input`, with the name of the option.
 * @example const usher = createFakeUsher({ user: { id: '17' }, items: { '7/video': 'denied' } });
 *   showFilm(usher);
 *   await usher.grant('7/video');
 */
export function createFakeUsher(options: FakeUsherOptions = {}): FakeUsher {
  checkFakeOptions(options);
  const platform = createFakePlatform(options, fakeClock.now);
  const browser = createFakeBrowser(openSession(platform));
  const providers = createFakeProviders();
  providers.restrict(options.providers);
  const { journal, graceMs, listSubscriptions } = options;
  const selling = { journal, graceMs, listSubscriptions, providers: providers.list };
  const runtime = createFakeRuntime(platform, browser, selling);
  const { usher, session } = runtime;
  session.onChange(() => {
    if (session.$session.get().status === 'ended') platform.user = null;
  });
  return {
    ...usher,
    ...createFakeSale(runtime, platform, providers),
    configure(given) {
      checkSelling(given);
      const { providers: named, ...others } = given ?? {};
      if (named) providers.restrict(named);
      usher.configure(others);
    },
    ...createFakeControls(platform, browser, runtime),
    finishPurchase: createFinishPurchase(platform, providers, runtime),
  };
}

/** Answers the opening of a session. It has the part of `Response` that the opening reads. */
const openSession = (platform: FakePlatform): typeof fetch =>
  (async (address: string) => {
    const lost = (): Error => new TypeError('The fake platform is offline');
    if (!platform.isOnline) throw lost();
    const id = new URL(address).pathname.split('/').slice(-2).join('/');
    return platform.faults.apply(id, async () => responseOf(200, platform.openingText()), {
      lost,
      refused: (status, errorhint) =>
        responseOf(status, JSON.stringify({ metadata: { status, errorhint } })),
      unreadable: () => responseOf(200, '<html>502</html>'),
    });
  }) as unknown as typeof fetch;

const responseOf = (status: number, text: string): object => ({
  status,
  headers: { get: () => null },
  text: async () => text,
});
