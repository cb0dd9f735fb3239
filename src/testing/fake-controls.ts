import { nothing } from '../browser/nothing.ts';
import { NetworkError } from '../errors/network-error.ts';
import type { User, Usher } from '../index.ts';
import { unasked } from '../item/item-state.ts';
import { hasListener, markAsStale } from '../item/item.ts';
import type { Items } from '../item/items.ts';
import type { SessionDriver } from '../session/session.ts';
import { dispatch } from '../session/state/session-store.ts';
import type { FakeBrowser } from './fake-browser.ts';
import { checkUser, keyOf } from './fake-options.ts';
import type { FakePlatform } from './fake-platform.ts';
import type { FakeRuntime } from './fake-runtime.ts';
import type { FakeUsher } from './fake-usher.ts';

type Controls = Omit<FakeUsher, keyof FakeRuntime['usher'] | 'finishPurchase'>;

/** Creates the functions that do what the platform, the network or another tab does. */
export function createFakeControls(
  platform: FakePlatform,
  browser: FakeBrowser,
  { usher, session, items, retryPurchases }: FakeRuntime,
): Controls {
  const { access } = platform;
  return {
    async grant(item, given) {
      const { reason = 'paid', expiresAt } = given ?? {}; // a page without types may pass `null`
      const key = keyOf('usher.grant', item);
      access.set(key, { access: 'granted', reason, expiresAt });
      await checkAgain(items, key);
    },
    async lose(item, reason = 'not-paid') {
      const key = keyOf('usher.lose', item);
      access.deny(key, reason);
      await checkAgain(items, key);
    },
    goOffline() {
      platform.isOnline = false;
      const { status } = session.$session.get();
      if (status !== 'ready' && status !== 'opening') return;
      dispatch(session.context, 'unreachable', new NetworkError());
    },
    async goOnline() {
      platform.isOnline = true;
      await comeBack(session, browser);
      await checkAgain(items);
      if (session.current()) await retryPurchases();
    },
    fault: (text, given) => platform.faults.add(text, given?.hint),
    setUser: (user) => (user ? logIn(platform, usher, user) : usher.logout()),
  };
}

async function logIn(platform: FakePlatform, { login }: Usher, user: User): Promise<void> {
  checkUser('usher.setUser', user);
  platform.nextUser = user;
  try {
    await login({ provider: 'hash', token: 'fake-token' });
  } finally {
    platform.nextUser = undefined;
  }
}

/** Shows that the platform is reachable, or opens the session that could not be opened. */
async function comeBack({ $session, context, ready }: SessionDriver, { wake }: FakeBrowser) {
  // An opening that began offline, or that asks whose session it is after an unclear login.
  await context.pending?.catch(nothing);
  const { status } = $session.get();
  if (context.current && !context.lost) dispatch(context, 'opened');
  wake('online'); // probes and query stores try again
  if (status === 'offline') await ready();
}

/** Checks the items again that the page uses: all, or the one with this key. */
async function checkAgain({ known }: Items, key?: string): Promise<void> {
  const wanted = Array.from(known.values()).filter(({ internals }) => {
    const { item, streamtype } = internals.reference;
    const isMeant = key === undefined || key === `${String(item)}/${streamtype}`;
    return isMeant && (internals.$state.get() !== unasked || hasListener(internals));
  });
  await Promise.all(
    wanted.map(({ internals: own, recheck }) => {
      markAsStale(own);
      return recheck();
    }),
  );
}
