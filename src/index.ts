import { storeReturn } from './payment-return/store-return.ts';
import { createBrowser } from './browser/browser.ts';
import { checkOptions } from './options.ts';
import type { UsherOptions } from './options.ts';
import { createRuntime } from './runtime.ts';
import type { Usher } from './runtime.ts';

/**
 * Creates the runtime of a platform and domain. A page has one for each. Later callers get the same
 * one, with the options of the first call. Nothing is sent before `start()`, or the first call that
 * needs a session.
 * @throws {InputError} `input`, with the name of the option.
 * @example const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741', init: {
 *   gateway: 'desktop' } });
 */
export function createUsher(options: UsherOptions): Usher {
  const settings = checkOptions<Usher>(options);
  const browser = createBrowser();
  if (globalThis.location) storeReturn(settings, browser.textStore, browser.clock.now());
  return createRuntime(settings, options, browser);
}

export type { Usher } from './runtime.ts';
export type { UsherOptions, InitFields } from './options.ts';
export { isUsherError } from './errors/usher-error.ts';
export {
  isAbortedError,
  isInputError,
  isLoginFailedError,
  isMalformedError,
  isNetworkError,
  isNotFoundError,
  isPlatformError,
  isSessionLostError,
  isTimeoutError,
} from './errors/guards.ts';
export type { ErrorCode, UsherError } from './errors/usher-error.ts';
export type { InputError } from './errors/input-error.ts';
export type { PlatformError } from './errors/platform-error.ts';
export type { Persistence } from './browser/storage.ts';
export type { CallValues, EndpointId } from './contract/calls.ts';
export type { Streamtype } from './contract/endpoint.ts';
export type { Checkout } from './checkout/checkout.ts';
export type { BuyValues } from './checkout/buy-values.ts';
export type { Forgotten } from './checkout/operations/erase.ts';
export type { PaymentReturn } from './checkout/arrive.ts';
export type { Step, PurchaseError } from './checkout/purchase/purchase-record.ts';
export type { Purchase, SettledOptions } from './checkout/purchase/handle.ts';
export type {
  CancelValues,
  ExternalValues,
  InAppValues,
  PaymentResult,
  UpgradeValues,
  VoucherValues,
} from './checkout/operations/operations.ts';
export type {
  InPageProvider,
  Payment,
  PopupProvider,
  Provider,
  ProviderOutcome,
  RedirectProvider,
} from './checkout/providers/provider.ts';
export type { PurchaseState } from './checkout/purchase/purchase-state.ts';
export type { Receipt, SellingOptions } from './checkout/selling.ts';
export type { Explanation } from './item/recovery/explain.ts';
export type { PurchasableItem } from './runtime/items-and-checkout.ts';
export type { Allmedia } from './data/allmedia/allmedia.ts';
export type { FindOptions } from './data/allmedia/allmedia.ts';
export type { MediaItem } from './data/allmedia/media-item.ts';
export type { MediaPage } from './data/allmedia/media-page.ts';
export type { QueryOptions } from './data/queries.ts';
export type { QueryState, QueryStore } from './data/query.ts';
export type { ReadOptions } from './data/reader.ts';
export type { Statistics } from './data/statistics/statistics.ts';
export type { Day, Figures, Hour, Series, Weekday } from './data/statistics/statistics-keys.ts';
export type { EditableAttribute, System, SystemEntry } from './data/system/system.ts';
export type { Incident } from './dialect/incident-reader.ts';
export type { Credentials, Dialect } from './dialect/dialect.ts';
export type { Answer, Paging } from './dialect/envelope.ts';
export type { ItemStateReading, Offer } from './dialect/item-state-reader.ts';
export type { Geo, SessionReading, UserReading } from './dialect/readers.ts';
export type { TransactionReading } from './dialect/transaction-reader.ts';
export type { RequestTiming } from './transport/call-log.ts';
export type { DiagnosticResult } from './runtime/diagnosis/diagnosis.ts';
export type { Report } from './runtime/diagnosis/report.ts';
export type { OnUsher, UsherEvents } from './runtime/events.ts';
export type { FailedAttempt } from './transport/call-log.ts';
export type { AccessReason, ItemState } from './item/item-state.ts';
export type { Item, ItemReference } from './item/item.ts';
export type { LoginValues } from './session/account/login.ts';
export type { Weather } from './session/account/lookups.ts';
export type { RequestOptions } from './session/calls/request.ts';
export type { SessionStatus } from './session/machine.ts';
export type { Mode } from './session/settings.ts';
export type { KeepaliveDelay, SessionState, User } from './session/session-state.ts';
