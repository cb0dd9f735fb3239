import { createRuntime } from './api/create-runtime.ts';
import { openEarly } from './api/open-early.ts';
import { checkOptions, type UsherOptions } from './api/options.ts';
import { startDebug } from './api/start-debug.ts';
import type { Usher } from './api/usher.ts';
import { createBrowser } from './browser/browser.ts';
import { noteForDebug } from './browser/debug-notes.ts';
import { nothing } from './browser/nothing.ts';
import type { OutcomeField, OutcomeWith } from './checkout/providers/provider.ts';
import { storeReturn } from './checkout/return/store-return.ts';
import type { Settings } from './session/settings.ts';

/**
 * Creates the runtime of a platform and domain. A page has one for each. Later callers get the same
 * one, with the options of the first call. Nothing is sent before `start()`, or the first call that
 * needs a session, unless the option `start` is `true`.
 * @throws {InputError} `input`, with the name of the option.
 * @example const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741', init: {
 *   gateway: 'desktop' } });
 */
export function createUsher<Field extends string = OutcomeField>(
  options: UsherOptions<OutcomeWith<Field>>,
): Usher {
  startDebug((options as UsherOptions | undefined)?.debug);
  const settings = checkNoted(options);
  const browser = createBrowser();
  // Requests of a server share nothing.
  if (browser.isServer) return createRuntime({ ...settings, registration: {} }, options, browser);
  const { start, dialect } = options;
  const opening = start ? openEarly(settings, browser, dialect) : undefined;
  if (globalThis.location) storeReturn(settings, browser);
  const usher = createRuntime(settings, options, browser, opening);
  if (start) usher.start().catch(nothing); // `$session` shows an error
  return usher;
}

/** Checks the options. A refused one is noted for `debug`. */
function checkNoted(options: UsherOptions): Settings<Usher> {
  try {
    return checkOptions(options);
  } catch (error) {
    noteForDebug('error', error);
    throw error;
  }
}

export type { DebugEntry } from './browser/debug-notes.ts';
export type { Usher } from './api/usher.ts';
export type { UsherCallback, UsherFailure, UsherQueue } from './api/usher-queue.ts';
export type { InitFields, Persistence, UsherOptions } from './api/options.ts';
export { formatPrice } from './item/format-price.ts';
export type { Price } from './item/format-price.ts';
export { isUsherError } from './errors/is-usher-error.ts';
export type { AnyUsherError } from './errors/is-usher-error.ts';
export type { ErrorState } from './errors/error-state.ts';
export type { ErrorCode, UsherError } from './errors/usher-error.ts';
export type { AbortReason } from './errors/abort-reason.ts';
export type { AbortedError } from './errors/aborted-error.ts';
export type { InputError } from './errors/input-error.ts';
export type { LoginFailedError } from './errors/login-failed-error.ts';
export type { MalformedError } from './errors/malformed-error.ts';
export type { NetworkError } from './errors/network-error.ts';
export type { NotFoundError } from './errors/not-found-error.ts';
export type { PlatformError } from './errors/platform-error.ts';
export type { PurchaseInProgressError } from './errors/purchase-in-progress-error.ts';
export type { SessionLostError } from './errors/session-lost-error.ts';
export type { TimeoutError } from './errors/timeout-error.ts';
export type { StorageScope } from './browser/storage.ts';
export type { CallValues, EndpointId } from './contract/calls.ts';
export type * from './contract/call-values/allmedia.ts';
export type * from './contract/call-values/payment.ts';
export type * from './contract/call-values/session.ts';
export type * from './contract/call-values/statistics.ts';
export type * from './contract/call-values/system.ts';
export type { KindName, RangedField, StandardParameters, Streamtype } from './contract/endpoint.ts';
export type { Checkout } from './checkout/checkout-actions.ts';
export type {
  BuyOptions,
  BuyValues,
  CheckoutBuyOptions,
  ItemBuyValues,
} from './checkout/buy/buy-values.ts';
export type { PurchaseExplanation } from './checkout/operations/explain-purchase.ts';
export type { Forgotten } from './checkout/operations/erase.ts';
export type { PaymentReturn } from './checkout/return/handle-returns.ts';
export type { UnknownReturn } from './checkout/return/unknown-returns.ts';
export type { PurchaseStatus } from './checkout/purchase/purchase-record.ts';
export type { Purchase, SettledOptions } from './checkout/purchase/handle.ts';
export type {
  CancelValues,
  ExternalValues,
  InAppValues,
  PaymentResult,
  UpgradeValues,
  VoucherValues,
} from './checkout/operations/operations.ts';
export type { CancelOptions } from './checkout/operations/call-for-viewer.ts';
export type * from './checkout/providers/provider.ts';
export type { PurchaseState } from './checkout/purchase/purchase-state.ts';
export type { PurchaseRefusal } from './checkout/purchase/refusal.ts';
export type { Receipt, SellingOptions } from './checkout/selling.ts';
export type { SubscriptionTerms } from './checkout/subscription-terms.ts';
export type { Explanation } from './item/explain.ts';
export type { PurchasableItem } from './api/purchasable-item.ts';
export type { Allmedia } from './data/allmedia/allmedia.ts';
export type { FindOptions, SourcesOptions } from './data/allmedia/allmedia.ts';
export type { MediaSource } from './dialect/media-source-reader.ts';
export type * from './contract/answers/media-item.ts';
export type * from './contract/answers/payment.ts';
export type * from './contract/answers/session.ts';
export type * from './contract/answers/statistics.ts';
export type * from './contract/answers/system.ts';
export type { PlatformFields, Wire, WireFlag } from './contract/answers/wire.ts';
export type { CallAnswer, EndpointResult } from './api/call-answer.ts';
export type { MediaPage } from './data/allmedia/media-page.ts';
export type { QueryOptions } from './data/queries.ts';
export type { QueryData, QueryId, RootQuery } from './api/root-query.ts';
export type { QueryState, QueryStore } from './data/query.ts';
export type { ReadOptions } from './data/reader.ts';
export type { Statistics } from './data/statistics/statistics.ts';
export type { Day, Hour, Series, Weekday } from './data/statistics/statistics-keys.ts';
export type { System } from './data/system/system.ts';
export type { Incident } from './dialect/incident-reader.ts';
export type { CallAddress, Credentials, Dialect } from './dialect/dialect.ts';
export type { Answer, AnswerPaging, Paging } from './dialect/envelope.ts';
export type { ItemStateReading, OfferTerms } from './dialect/item-state-reader.ts';
export type { Geo, SessionReading, UserReading } from './dialect/readers.ts';
export type { TransactionReading } from './dialect/transaction-reader.ts';
export type { CallEvent } from './transport/call-event.ts';
export type { RequestTiming } from './transport/call-log.ts';
export type { DiagnosticResult } from './diagnosis/diagnostic-result.ts';
export type { SupportReport } from './diagnosis/report.ts';
export type { OnUsher, UsherEvents } from './api/events.ts';
export type { FailedAttempt } from './transport/call-log.ts';
export type { AccessReason, ItemState } from './item/item-state.ts';
export type { InspectOptions, Inspector } from './inspector/open-inspector.ts';
export type { Gate, GateOptions, PlayableItem } from './item/gate.ts';
export type { GateStatus } from './item/gate-status.ts';
export type { GateEvent, MediaElementLike } from './item/media-element.ts';
export type { Item, ItemReference } from './item/item.ts';
export type { Offer } from './item/offer.ts';
export type {
  LoginProvider,
  LoginValues,
  ManualLogin,
  ProviderVoucherLogin,
  TokenLogin,
  VoucherLogin,
} from './session/account/login-values.ts';
export type { ReportTokenOptions } from './session/account/report-token.ts';
export type { RequestOptions } from './session/request.ts';
export type {
  ModelPrice,
  ModelSubscription,
  PriceModel,
  SessionData,
} from './session/state/session-data.ts';
export type { SessionStatus } from './session/state/machine.ts';
export type { Mode } from './session/settings.ts';
export type { KeepaliveDelay, SessionState, User } from './session/state/session-state.ts';
