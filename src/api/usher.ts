import type { ReadableAtom } from 'nanostores';
import type { StorageScope } from '../browser/storage.ts';
import type { Checkout } from '../checkout/checkout-actions.ts';
import type { CancelOptions } from '../checkout/operations/call-for-viewer.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import type { OutcomeField, OutcomeWith } from '../checkout/providers/provider.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { CallValues, EndpointId } from '../contract/calls.ts';
import type { Allmedia } from '../data/allmedia/allmedia.ts';
import type { Statistics } from '../data/statistics/statistics.ts';
import type { System } from '../data/system/system.ts';
import type { DiagnosticResult } from '../diagnosis/diagnostic-result.ts';
import type { SupportReport } from '../diagnosis/report.ts';
import type { InspectOptions, Inspector } from '../inspector/open-inspector.ts';
import type { Gate, GateOptions, PlayableItem } from '../item/gate.ts';
import type { ItemReference } from '../item/item.ts';
import type { MediaElementLike } from '../item/media-element.ts';
import type { LoginProvider, LoginValues } from '../session/account/login-values.ts';
import type { ReportTokenOptions } from '../session/account/report-token.ts';
import type { RequestOptions } from '../session/request.ts';
import type { SessionState, User } from '../session/state/session-state.ts';
import type { CallAnswer } from './call-answer.ts';
import type { OnUsher } from './events.ts';
import type { PurchasableItem } from './purchasable-item.ts';
import type { RootQuery } from './root-query.ts';

type CallArguments<Values, Options> = {} extends Values
  ? [values?: Values, options?: Options]
  : [values: Values, options?: Options];

/** The options of a call, by the ID of its endpoint. */
type CallOptions<Id extends EndpointId> = Id extends 'payment/cancelsubscription'
  ? CancelOptions
  : RequestOptions;

/** The runtime of one platform and domain on a page. */
export interface Usher {
  /** The session, read-only. All bindings of nanostores work with it. */
  readonly $session: ReadableAtom<SessionState>;
  /**
   * The viewer who is logged in. `null` when no user is logged in. `undefined` until it is known: a
   * stored session is known to the callbacks of a script tag and when `start()` resolves, another
   * one with the platform's answer.
   * @example usher.$user.subscribe((user) => {
   *   if (user === undefined) showPlaceholder();
   *   else if (user) showName(user.name);
   *   else showLoginButton();
   * });
   */
  readonly $user: ReadableAtom<User | null | undefined>;
  /**
   * Opens the session, or resumes the one of an earlier page. The first call that needs a session
   * does this too. It ends within 18 s: 2 for the opening of another tab, 10 for its own, 3 to
   * load the code for failures, 3 for static details. It ends up to 15 s later if another tab
   * freezes during its opening, 10 s if a session of over 15 min is checked first and no answer
   * comes, and 13 s while a login is under way in another tab.
   * @throws `network`, `timeout`, `malformed`, `platform`, `static-session`, `aborted`.
   */
  readonly start: () => Promise<SessionState>;
  /** Open and recent purchases of the viewer, the same in every tab. */
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /**
   * Returns an item: the same object for the same item.
   * @throws `input`, at once.
   */
  readonly item: (reference: ItemReference) => PurchasableItem;
  /**
   * Lets a media element play only while the viewer may watch the item. It holds the element until
   * the item is granted, loads the sources and plays without a reload, registers the first use of a
   * subscription with the platform, and pauses at the end of the grant. The gate is returned at
   * once. Its code is loaded with the first one; its status is `checking` until then.
   *
   * An element that cannot be played and a wrong option are an `input` error, and code that cannot
   * be loaded is `network` or `timeout`. They go to `onError`, or are uncaught errors of the page.
   * @example const gate = usher.gate(video, usher.item({ item, streamtype, globalId }));
   *   gate.$status.subscribe((status) => { notice.hidden = status === 'open'; });
   * @example useEffect(() => usher.gate(ref.current, film).stop, []);
   */
  readonly gate: (element: MediaElementLike, item: PlayableItem, options?: GateOptions) => Gate;
  /**
   * Returns a store of the answer of a data endpoint, by its ID: the same store for the same query.
   * It is fetched while the store has a listener; its code is loaded with the first one. Wrong
   * values are an `input` error in the store.
   * @example const $latest = usher.$query('allmedia/latest', { limit: 20 });
   *   $latest.subscribe(({ data, loading, error }) => …);
   */
  readonly $query: RootQuery;
  /**
   * Logs the viewer in (`POST /session/login`). Without `provider`: by user name and password, or
   * by a voucher code.
   * @throws `login-failed` when the platform refuses; `session-lost` when the session had ended:
   *   a new one is ready for the next try; `input` before anything is sent; `network`, `timeout`,
   *   `aborted`, `malformed`, `platform`: it may have been carried out, and no user is shown until
   *   the platform has said who it is.
   * @example await usher.login({ username, password });
   */
  readonly login: <Provider extends LoginProvider = 'manual'>(
    values: LoginValues<Provider>,
    options?: RequestOptions,
  ) => Promise<User>;
  /**
   * Calls any endpoint by its id. `result` has the type of the endpoint, as the platform sends it:
   * flags may be 0 or 1. `raw` has the fields that have no type. Results of statistics are `Map`s
   * in the order of the wire. A raw login or logout changes `$session` as `login()` or `logout()`
   * does, and rejects with the platform's own error.
   * @throws `input` before anything is sent; `network`, `timeout`, `aborted`, `malformed`,
   *   `platform`, `not-found`, `session-lost`, `identity-changed`.
   * @example const { result } = await usher.call('session/currentweather', { lat: 48.1, lng: 11.6
   *   });
   */
  readonly call: <Id extends EndpointId>(
    id: Id,
    ...rest: CallArguments<CallValues<Id>, CallOptions<Id>>
  ) => Promise<CallAnswer<Id>>;
  /**
   * Returns the token that authorizes reports of this session: `GET /session/reporttoken`, or
   * without a session that of `GET /session/staticdetails`. It is kept in memory for this viewer
   * and session until a minute before it expires, and never stored. A token whose end cannot be
   * read is not kept. With `fresh` it is asked for anew, and valid for the whole time that the
   * platform gives.
   * @throws `network`, `timeout`, `aborted`, `malformed`, `platform`, `session-lost`,
   *   `identity-changed`; `input` for a `signal` that is none.
   * @example const reporttoken = await usher.reportToken({ fresh: true });
   */
  readonly reportToken: (options?: ReportTokenOptions) => Promise<string>;
  /** Purchases, vouchers, subscriptions and receipts. Loaded with the first call. */
  readonly checkout: () => Promise<Checkout>;
  /**
   * Checks this page's environment: storage, partitioning, clock, locks, the platform behind CORS,
   * preflight and CSP, copies of the code, unreadable answers, a late keepalive. It also checks the
   * last ten items that the page shows: whether the platform knows them, whether their global IDs
   * are theirs, and whether a provider can sell them. It sends two small requests to the platform,
   * and one for each item with a global ID.
   * @example for (const { name, ok, detail } of await usher.diagnose()) console.log(ok ? 'ok' :
   *   'LOOK', name, detail);
   */
  readonly diagnose: () => Promise<readonly DiagnosticResult[]>;
  /**
   * The same with the last calls, for support. It contains no ID, name, address or secret of the
   * viewer.
   */
  readonly supportReport: () => Promise<SupportReport>;
  /**
   * Opens the inspector, for developers: a panel on the page that shows the session, calls, items,
   * purchases and events as they happen, runs the diagnosis, and copies the report for support. It
   * shows IDs of the viewer, and no secret. When it is open already, it gets the focus. With the
   * option `docs`, its tables link to the documentation.
   * @throws `input`; `network`, `timeout` when its code cannot be loaded.
   * @example addEventListener('keydown', ({ ctrlKey, altKey, code }) => {
   *   if (ctrlKey && altKey && code === 'KeyI') usher.inspect();
   * });
   */
  readonly inspect: (options?: InspectOptions) => Promise<Inspector>;
  /** Queries over all streamtypes. Loaded with the first call. */
  readonly allmedia: () => Promise<Allmedia>;
  /** The platform's own lists, and its present incidents. Loaded with the first call. */
  readonly system: () => Promise<System>;
  /** Figures of the domain. Loaded with the first call. */
  readonly statistics: () => Promise<Statistics>;
  /**
   * Ends the session at once, and reports that to the platform (`POST /session/logout`). The next
   * call opens an anonymous session.
   */
  readonly logout: () => Promise<void>;
  /**
   * Moves the session to another store. `device` or `tab`, when the viewer consents: it moves
   * there. `none`, when consent is withdrawn: the same as `forget()`, and from then on no open page
   * stores anything. On a page that begins without consent, `none` changes nothing where consent is
   * withdrawn already. The last call counts, also of `forget()`: an earlier one that has not moved
   * the session yet does not move it any more.
   * @throws `unsupported`, `journal-unavailable`, `network`, `timeout`, as `forget()`; `input`;
   *   `aborted` by a later call.
   */
  readonly setPersistence: (persistence: StorageScope) => Promise<void>;
  /**
   * Ends the session in all tabs and erases all stored data of the device and its tabs, the device
   * hash included, whatever the persistence of this page. localStorage and sessionStorage are
   * erased synchronously, and the logout (`POST /session/logout`) leaves with `keepalive`, so that
   * leaving the page changes nothing. The next call opens a session as a new device. Unsettled
   * payments stay on the device until they are settled. Resolves when everything is erased, with
   * those of the viewer and the number of others.
   * @throws `unsupported`, when the browser does not delete the stored data, or when that cannot be
   *   confirmed; `journal-unavailable`, when the journal cannot be changed; `network`, `timeout`
   *   when code cannot be loaded. The session has ended all the same, and the next page completes
   *   the erasure. It is safe to call it again.
   * @example const { open } = await usher.forget();
   */
  readonly forget: () => Promise<Forgotten>;
  /**
   * Adds selling options to those of `createUsher`, or of a page with the script tag. Call it
   * before a purchase. Given options replace earlier ones.
   * @throws {InputError} `input`, with the name of the option: nothing has changed.
   */
  readonly configure: <Field extends string = OutcomeField>(
    selling: SellingOptions<OutcomeWith<Field>>,
  ) => void;
  /**
   * Subscribes to an event. The returned function unsubscribes. A late subscriber to `session`
   * receives the present one at once.
   */
  readonly on: OnUsher;
  /**
   * Permanently ends everything that the runtime holds on this page. The session itself continues
   * for the next page.
   */
  readonly dispose: () => void;
}
