import { InputError } from '../errors/input-error.ts';
import { isObject } from '../errors/is-object.ts';
import type {
  AccessReason,
  CallValues,
  EndpointId,
  EndpointResult,
  ItemReference,
  MediaSource,
  OfferTerms,
  QueryData,
  QueryId,
  SellingOptions,
  User,
} from '../index.ts';

/** An item: media ID and streamtype as one text, as `7/video`, or as for `usher.item()`. */
export type FakeItem = `${string}/${string}` | ItemReference;

/** What the fake platform says about an item. */
export interface FakeItemState {
  /** `unknown`: the answer cannot be read. */
  readonly access: 'granted' | 'denied' | 'unknown';
  /** Default: `paid` or `not-paid`. */
  readonly reason?: AccessReason | undefined;
  /** Default: the option `offers`, while access is denied. */
  readonly offers?: readonly OfferTerms[] | undefined;
  /** End of a grant, in ms since 1970. Default: none. */
  readonly expiresAt?: number | undefined;
}

/** The data of an endpoint. For endpoints without a query store: the `result` of the answer. */
type AnswerData<Id extends EndpointId> = Id extends QueryId ? QueryData<Id> : EndpointResult<Id>;

/**
 * Answers by the ID of the endpoint: the data, or a function that returns it. If the function
 * throws, the call rejects with the same error.
 */
export type FakeAnswers = {
  readonly [Id in EndpointId]?:
    AnswerData<Id> | ((values: CallValues<Id>) => AnswerData<Id> | Promise<AnswerData<Id>>);
};

/** What the fake platform knows. Every option may be left out. */
export interface FakeUsherOptions extends SellingOptions {
  /**
   * The user who is logged in at the start, and after a `login()`. Default: none at the start, and
   * one with the name of the credentials after a login.
   */
  readonly user?: User | null | undefined;
  /**
   * The items, by media ID and streamtype. Any other item is denied with `not-found`.
   * @example { '7/video': 'denied', '8/video': { access: 'granted', reason: 'subscription' } }
   */
  readonly items?: Readonly<Record<string, FakeItemState['access'] | FakeItemState>> | undefined;
  /** The offers of each denied item, and of `checkout.offers()`. Default: none. */
  readonly offers?: readonly OfferTerms[] | undefined;
  /** The playable files of items. They are given while the item is granted. */
  readonly sources?: Readonly<Record<string, readonly MediaSource[]>> | undefined;
  /**
   * Voucher codes, with the item that each grants. A code can be used once, also beside a password
   * or a token at a login.
   */
  readonly vouchers?: Readonly<Record<string, `${string}/${string}`>> | undefined;
  /** A login with this password is refused with `login-failed`. Any other one succeeds. */
  readonly wrongPassword?: string | undefined;
  /** Answers of other endpoints. Without one, a call rejects with `unsupported`. */
  readonly answers?: FakeAnswers | undefined;
}

/** @throws {InputError} `input`: the platform's user IDs are digits. */
export function checkUser(endpoint: string, { id }: User): void {
  if (typeof id !== 'string' || !/^[1-9]\d{0,19}$/.test(id)) {
    throw new InputError(endpoint, 'user', id, 'a user with an id of digits');
  }
}

/** Whether a value names an item, as `7/video`. */
export const isItemKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d*\/[\w-]+$/.test(value);

/**
 * The key of an item in the tables of the fake.
 * @throws {InputError} `input`.
 */
export function keyOf(endpoint: string, item: FakeItem): string {
  const { item: id, streamtype } = Object(item) as Partial<ItemReference>;
  const parts = [id, streamtype].filter((part) => part !== undefined && !isObject(part));
  const key = typeof item === 'string' ? item : parts.map(String).join('/');
  if (isItemKey(key)) return key;
  throw new InputError(endpoint, 'item', key, 'a media ID and a streamtype, as 7/video');
}
