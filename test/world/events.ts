import type { Persistence } from '../../src/index.ts';
import type { DatabaseMood } from './browser/transactions.ts';
import { globalIdOfFilm } from './film.ts';
import type { Mishap, NetworkMood } from './network.ts';
import type { ActAtProvider } from './provider.ts';
import type { Site } from './site.ts';

/**
 * What can be bought. The two subscriptions have the same price and other terms. The last two are
 * item 7 by its global ID, and with both.
 */
export const deals = [
  { operation: 'ppv', item: 7, streamtype: 'video', amount: 499 },
  { operation: 'ppv', item: 7, streamtype: 'video', amount: 399 },
  { operation: 'ppv', item: 8, streamtype: 'video', amount: 499 },
  {
    operation: 'subscription',
    amount: 799,
    subscriptionDuration: 1,
    subscriptionWillRenew: true,
  },
  {
    operation: 'subscription',
    amount: 799,
    subscriptionDuration: 12,
    subscriptionWillRenew: false,
  },
  { operation: 'ppv', item: globalIdOfFilm, streamtype: 'allmedia', amount: 499 },
  { operation: 'ppv', item: 7, streamtype: 'video', amount: 499, globalId: globalIdOfFilm },
] as const;

/** The places of tabs. The last one is on a second device. */
export const tabPlaces = [0, 1, 2, 3, 4, 5] as const;
export const placeOfSecondDevice = 6;

/** Calls of a page without arguments of their own. */
export const plainCalls = [
  'start',
  'read',
  'mutate',
  'check',
  'claim',
  'raw claim',
  'logout',
  'forget',
  'report token',
  'support report',
  'receipts',
  'voucher',
  'in-app',
  'external',
  'stop renewal',
  'delete failed',
  'resume',
  'abandon',
  'look up purchases',
  'payment return',
  'follow lists',
  'raw prepare',
  'raw finish',
  'raw logout',
  'diagnose',
  'upgrade',
  'subscriptions',
  'offers',
  'unknown returns',
  'lists of the system',
  'statistics',
  'aborted read',
  'configure',
  'play',
] as const;

export type PlainCall = (typeof plainCalls)[number];

/** What else a listener of a page does. */
export const listenerActs = [
  'buy',
  'login',
  'throw',
  'dispose',
  'consent for the device',
  'consent for the tab',
  'withdraw consent',
] as const;

export type ListenerAct = (typeof listenerActs)[number];

/** What happens to a page or a tab. */
export const pageEvents = [
  'open',
  'open with two copies',
  'reload',
  // The page before goes into the back/forward cache, if the browser keeps it.
  'follow a link',
  'go back',
  'prerender',
  'activate',
  'close',
  'freeze',
  'thaw',
  'into the back/forward cache',
  'restore',
  'hide',
  'show',
  'crash',
  'dispose',
  // A page of one document disposes of its runtime, and creates the next one.
  'create again',
] as const;

/** The page creates its runtime, and calls nothing yet. It begins with its first other call. */
export const openWithoutCall = 'open without a call';

export type PageEvent = (typeof pageEvents)[number] | typeof openWithoutCall;

/** Time passes: the page waits, the machine sleeps, or its clock is set. */
export interface Pause {
  readonly does: 'wait' | 'sleep' | 'clock';
  readonly ms: number;
}

/** One event of a world. An event in a tab opens the tab when it is missing. */
export type WorldEvent =
  | { readonly does: PageEvent; readonly tab: number }
  | { readonly does: PlainCall; readonly tab: number }
  | { readonly does: 'duplicate'; readonly tab: number; readonly to: number }
  /** A long task of the page runs for `ms`: its main thread does nothing else. */
  | { readonly does: 'stall'; readonly tab: number; readonly ms: number }
  | {
      readonly does: 'login';
      readonly tab: number;
      readonly viewer: number;
      readonly how: 'right' | 'wrong' | 'aborted' | 'by hash' | 'raw';
    }
  | { readonly does: 'consent'; readonly tab: number; readonly to: 'device' | 'tab' | 'none' }
  | {
      readonly does: 'buy';
      readonly tab: number;
      readonly deal: number;
      readonly by: 'redirect' | 'popup' | 'in-page';
      readonly times: number;
    }
  /** The page shows the price of item 7, and the viewer clicks on that after `afterMs`. */
  | {
      readonly does: 'buy offer';
      readonly tab: number;
      readonly by: 'redirect' | 'popup' | 'in-page';
      readonly afterMs: number;
    }
  /** The platform sells its items for another price. */
  | { readonly does: 'price'; readonly amount: number }
  | {
      readonly does: 'pay';
      readonly visit: number;
      readonly act: ActAtProvider;
      /** Where the viewer comes back; `null`: not at all. */
      readonly back: 'same tab' | 'another tab' | 'another browser' | null;
    }
  | { readonly does: 'close window'; readonly visit: number }
  | { readonly does: 'return again'; readonly tab: number; readonly nth: number }
  | {
      readonly does: 'forge return';
      readonly tab: number;
      readonly kind: 'unknown' | 'foreign' | 'tampered';
    }
  | {
      readonly does: 'listen';
      readonly tab: number;
      readonly calls: PlainCall | ListenerAct;
      readonly times: number;
    }
  | { readonly does: 'publish'; readonly site: Site }
  | Pause
  | {
      readonly does: 'kill the browser';
      readonly lostMs: number;
      readonly powerLostMs: number;
      /** The next start of the browser opens the tabs again, with their sessionStorage. */
      readonly restores?: boolean;
    }
  | { readonly does: 'kill at a write'; readonly writes: number }
  | { readonly does: 'network'; readonly is: NetworkMood }
  | {
      readonly does: 'mishap';
      readonly kind: Mishap;
      readonly of: string | null;
      readonly count: number;
    }
  | { readonly does: 'database'; readonly is: DatabaseMood | 'deleted' }
  | {
      readonly does: 'storage';
      readonly is: 'ok' | 'full' | 'blocked' | 'cleared' | 'half cleared';
    }
  | { readonly does: 'chunks'; readonly are: 'late' | 'lost'; readonly count: number }
  | { readonly does: 'windows'; readonly are: 'blocked' | 'allowed' }
  | { readonly does: "provider's reader"; readonly is: 'broken' | 'ok' }
  | { readonly does: 'platform restarts' }
  | { readonly does: 'platform gives the session to'; readonly viewer: number | null };

export type { Persistence };
