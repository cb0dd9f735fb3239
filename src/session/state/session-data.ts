import type {
  SessionDevice,
  SessionGeneral,
  SessionSystem,
} from '../../contract/answers/session.ts';
import type { PlatformFields, Wire } from '../../contract/answers/wire.ts';

/** A price of the price model. In the currency's subunit (cents). */
export interface ModelPrice {
  readonly price?: number | undefined;
  /** Default: that of the model. */
  readonly currency?: string | undefined;
  /** How long the viewer may watch. Absent without an end. */
  readonly hours?: number | undefined;
  readonly [name: string]: unknown;
}

/** A subscription of the price model. */
export interface ModelSubscription extends ModelPrice {
  /** In months. */
  readonly duration?: number | undefined;
  readonly isPremium?: number | boolean | undefined;
  readonly paidMonthly?: number | boolean | undefined;
}

/** The prices of the domain. `checkout.offers()` gives the same as checked offers. */
export interface PriceModel {
  /** Three letters, for example `EUR`. */
  readonly currency?: string | undefined;
  /** The price to rent a single item. */
  readonly ppv?: ModelPrice | undefined;
  /** The price to own a single item. */
  readonly ownage?: ModelPrice | undefined;
  readonly subscriptions?: readonly ModelSubscription[] | undefined;
  /** The price to make a subscription premium. */
  readonly upgrade?: ModelPrice | undefined;
  readonly [name: string]: unknown;
}

/**
 * What the `add…` flags of init bring, or the static details of a viewer without a session, by the
 * platform's names. A member is absent without its flag, and for a platform that does not know it.
 * The values are those of the platform, unchecked.
 */
export interface SessionData {
  /** `addDomainData`: the public details of the domain. */
  readonly domaindata?: PlatformFields | undefined;
  /** `addAdModel`: the configuration of advertisements. */
  readonly admodel?: PlatformFields | undefined;
  /** `addPriceModel`: the prices of the domain. */
  readonly pricemodel?: PriceModel | undefined;
  /** `addTextTemplates`: texts for players. */
  readonly texttemplates?: PlatformFields | undefined;
  /** `addChannels`: the public channels. */
  readonly channels?: readonly PlatformFields[] | undefined;
  /** `addFormats`: the public formats. */
  readonly formats?: readonly PlatformFields[] | undefined;
  /** `addCampaigns`: the active campaigns. */
  readonly campaigns?: readonly PlatformFields[] | undefined;
  /** Without a session: the partners, the campaign and the place of the viewer. */
  readonly general?: Wire<SessionGeneral> | undefined;
  /** Without a session: the device, as the platform recognizes it, without its ID and tokens. */
  readonly device?: Wire<Omit<SessionDevice, 'id'>> | undefined;
  /** Without a session: the state of the platform, and the values for reports. */
  readonly system?: Wire<SessionSystem> | undefined;
  readonly [name: string]: unknown;
}
