import type { StandardParameters } from '../contract/endpoint.ts';
import type { Answer } from './envelope.ts';
import type { FailedCall } from './failure.ts';
import type { Incident } from './incident-reader.ts';
import type { ItemStateReading, OfferTerms } from './item-state-reader.ts';
import type { MediaSource } from './media-source-reader.ts';
import type { SessionReading } from './readers.ts';
import type { TransactionReading } from './transaction-reader.ts';

/** The data that authorizes a call. */
export interface Credentials {
  /** The session ID. */
  readonly session: string;
  readonly domain: string;
  /** The secret for signatures. Absent when the platform gave no token. */
  readonly secret?: string | undefined;
}

/** The address and the fields of a call. Query and body are form-encoded, without `?`. */
export interface CallAddress {
  /** For example `allmedia/byglobalid`. */
  readonly id: string;
  /** For example `/allmedia/byglobalid/7`. It follows the base URL. */
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

/**
 * What the interface document leaves open about a platform. A publisher replaces any part by the
 * option `dialect`. Each default is in a separate file, so that a page loads only the ones it
 * needs.
 */
export interface Dialect {
  /**
   * Replaces parts of a call's address, after its values were checked. It is not asked for
   * `session/init` and the `session/logout` of a page that closes. Default: nothing is replaced.
   */
  readonly adaptCall: (call: CallAddress) => Partial<Omit<CallAddress, 'id'>>;
  /**
   * Shared parameters of media lists and statistics, in place of the known ones of the same name
   * or beside them. Default: those of the interface. Media lists take a `limit` from 1 to 100. The
   * calls of an area that cannot encode one of the kinds are refused with `input`.
   */
  readonly parameters: StandardParameters;
  /**
   * The headers that authorize a call. `operation` is the name of the
   * endpoint: `init` in `session/init`. Default:
   * `X-Request-CID`, and the MD5 signature in `X-Request-Token`.
   */
  readonly authorize: (
    operation: string,
    credentials: Credentials,
  ) => Record<string, string> | Promise<Record<string, string>>;
  /** Returns the secret for signatures, from the domain token in the answer of init, and
   * the device hash. */
  readonly signatureSecret: (domainToken: string, deviceHash: string) => string;
  /**
   * Parses a text. Default: JSON with integers beyond 2^53 as decimal strings, nested at most 1,000
   * levels deep. May throw.
   */
  readonly parse: (text: string) => unknown;
  /**
   * Parses a text whose key order matters. Returns a `Map`, or a promise of one when it takes long:
   * the default then parses in slices, so that the page stays responsive.
   */
  readonly parseOrdered: (text: string) => unknown;
  /**
   * Splits an answer into status, result, hint and paging. `endpoint` is its ID, for example
   * `allmedia/latest`. A platform whose lists, items or counts have another form gets the form of
   * the interface here.
   */
  readonly readEnvelope: (httpStatus: number, parsed: unknown, endpoint: string) => Answer;
  /**
   * The session of an init or login result. `undefined` without a session. Its ID is a text of 1 to
   * 512 visible ASCII characters. The ID of a user may be a number too. With another session ID, or
   * a user without an ID, the answer is `malformed`.
   */
  readonly readSession: (result: unknown) => SessionReading | undefined;
  /** An item state. `undefined` when the answer is unreadable: the page then shows `unknown`. */
  readonly readItemState: (result: unknown) => ItemStateReading | undefined;
  /** The offers of init's price model. Default: `ppv`, `ownage`, `subscriptions`, `upgrade`. */
  readonly readPriceModel: (model: unknown) => readonly OfferTerms[];
  /** The answer of `preparetransaction` and `finishtransaction`. `undefined`: unreadable. */
  readonly readTransaction: (result: unknown) => TransactionReading | undefined;
  /** The platform's incidents. `undefined` when the answer is unreadable. */
  readonly readIncidents: (result: unknown) => readonly Incident[] | undefined;
  /** The playable files of an item of `allmedia/byglobalid`. Default: those of `streamdata`. */
  readonly readMediaSources: (item: unknown) => readonly MediaSource[];
  /** Whether a failed call says that its session has ended. */
  readonly isSessionLost: (answer: Answer, call: FailedCall) => boolean;
  /** Whether an answer says that the item or the entry does not exist. */
  readonly isNotFound: (answer: Answer) => boolean;
  /** Whether an answer says that the domain allows only its player, without sessions. */
  readonly isPlayerOnly: (answer: Answer) => boolean;
  /**
   * Whether a viewer who is not logged in may buy. The purchase then belongs to no
   * user, also after a login: it continues while no user is logged in. Default: no.
   */
  readonly allowsAnonymousPurchase: boolean;
  /**
   * Whether calls carry a random reference (`cfo`), by which they are found in the platform's log.
   * POSTs carry it in the body. Others carry it in the query, and only while `debug` is on.
   * Default: yes.
   */
  readonly sendsReference: boolean;
  /** Whether payment fields are sent in the query (default) or as form body. */
  readonly paymentFields: 'query' | 'body';
}
