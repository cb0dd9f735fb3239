import type { PlatformFields } from './wire.ts';

/**
 * What the platform knows of a viewer: `general` in the answers of `session/init`, `session/login`
 * and `session/staticdetails`. Partners and campaigns are `0` when there is none.
 */
export interface SessionGeneral {
  /** The ID of the campaign, `0` without one. Text, with every digit. */
  readonly campaign?: string;
  /** The ID of the affiliate partner, `0` without one. Text, with every digit. */
  readonly affiliatePartner?: string;
  /** The ID of the delivery partner, `0` without one. Text, with every digit. */
  readonly deliveryPartner?: string;
  /** The code of the affiliate partner, as `nxp_afpc` was sent. */
  readonly affiliateCode?: string;
  /** A country code, for example `DE`. */
  readonly geocode?: string;
  /** The latitude of the viewer, in degrees, from -90 (south) to 90 (north). */
  readonly latitude?: number;
  /** The place of the viewer, in degrees: from -180 (west) to 180 (east). */
  readonly longitude?: number;
  /** The kind of page or app, for example `desktop`. The value that was sent, or the default. */
  readonly gateway?: string;
  /** The gateway for ads, as it was sent. Empty when none was. */
  readonly adGateway?: string;
  /** The language of texts, two letters, for example `de`. */
  readonly language?: string;
  /** The address from which the viewer came, as it was sent (`linkOrigin`). */
  readonly referrer?: string;
  /** The portal of the page, as it was sent. */
  readonly portal?: string;
  /** The ID of the viewer in another system, as it was sent. */
  readonly externalUserReference?: string;
}

/** The device of a viewer, as the platform sees it. */
export interface SessionDevice {
  /** The device hash. */
  readonly id?: string;
  /** The IP address of the device. */
  readonly ip?: string;
  /** `pc`, `mobile`, `tablet`, `tv`, … */
  readonly type?: string;
  /** The name of the maker, for example `Samsung`. Empty when it is not known. */
  readonly manufacturer?: string;
  /** The name of the model. Empty when it is not known. */
  readonly model?: string;
  /** How many sessions the device has had. */
  readonly sessionIndex?: number;
  /** Whether the viewer may be counted. */
  readonly allowTrack?: boolean;
  /** The name of the browser, for example `firefox`. */
  readonly browser?: string;
  /** The name of the operating system, for example `linux`. */
  readonly os?: string;
}

/** The state of the platform for this page. */
export interface SessionSystem {
  /** Whether the domain is in use, in a word of the platform, for example `ok`. */
  readonly clientstatus?: string;
  /** Whether the version of the client is supported, for example `ok`. */
  readonly sdkstatus?: string;
  /** The reporting token. `usher.reportToken()` answers with the present one. */
  readonly reporttoken?: string;
  /** The region of the reporting server, for example `eu`. */
  readonly reportregion?: string;
}

/** The answer to `staticdetails`: a viewer without a session. */
export interface StaticDetailsAnswer {
  /** The viewer: place, language, gateway, partners. */
  readonly general?: SessionGeneral;
  /** The device, as the platform recognizes it. */
  readonly device?: SessionDevice;
  /** The state of the platform, and the reporting token. */
  readonly system?: SessionSystem;
}

/** The answer to `init`. What its `add…` flags bring is in `$session`, as `data`. */
export interface SessionAnswer extends StaticDetailsAnswer {
  /** The session, its user, and the viewer. */
  readonly general?: SessionGeneral & {
    /** The session ID, with every digit. */
    readonly cid?: string;
    /** Whether this call created the session. `false`: it continues an earlier one. */
    readonly isNewSession?: boolean;
    /** Whether this is the first session of the device. */
    readonly isUnique?: boolean;
    /** The domain. */
    readonly clid?: string;
    /** The user, `0` when no user is logged in. */
    readonly uid?: string;
  };
  /** The details of the domain. With `addDomainData`. */
  readonly domaindata?: PlatformFields;
  /** The ads of the domain. With `addAdModel`. */
  readonly admodel?: PlatformFields;
  /**
   * What the domain sells: `currency`, `ppv`, `ownage`, `subscriptions`. Prices are in the
   * currency's subunit (cents). With `addPriceModel`.
   */
  readonly pricemodel?: PlatformFields;
  /** The texts of the domain, by name. With `addTextTemplates`. */
  readonly texttemplates?: PlatformFields;
  /** The channels of the domain. With `addChannels`. */
  readonly channels?: readonly PlatformFields[];
  /** The formats of the domain. With `addFormats`. */
  readonly formats?: readonly PlatformFields[];
  /** The campaigns of the domain. With `addCampaigns`. */
  readonly campaigns?: readonly PlatformFields[];
}

/** The answer to `login`. */
export interface LoginAnswer extends SessionAnswer {
  /** The user who is logged in now. */
  readonly userdata?: {
    /** The user ID, with every digit. */
    readonly uid?: string;
    /** The name that the viewer logged in with. */
    readonly username?: string;
    /** For later openings. The runtime keeps it. */
    readonly userhash?: string;
  };
}

/** The answer to `keepalive` and `logout`. */
export interface StatusAnswer {
  /** `ok`. */
  readonly status?: string;
}

/** The weather at a place. */
export interface WeatherAnswer {
  /** The weather of now. */
  readonly general?: {
    /** In the degrees of `unit`, for example `7.5`. */
    readonly temperature?: number;
    /** `c` for Celsius. */
    readonly unit?: string;
    /** For a picture: `clear`, `cloudy`, `rain`, … */
    readonly code?: string;
    /** For the viewer: `Cloudy`. */
    readonly text?: string;
  };
}

/** The results of the endpoints of `/session`, by their names, before they are read. */
export interface SessionAnswers {
  readonly init: SessionAnswer;
  readonly generatedirectoryloginurl: {
    /** Where the viewer logs in. */
    readonly general?: {
      /** The address at which the viewer logs in with the directory. */
      readonly url?: string;
    };
  };
  readonly login: LoginAnswer;
  readonly keepalive: StatusAnswer;
  readonly logout: StatusAnswer;
  readonly staticdetails: StaticDetailsAnswer;
  readonly reporttoken: {
    /** What authorizes reports. */
    readonly general?: {
      /** The reporting token. Its `se=` part is its end, in unix seconds. */
      readonly reporttoken?: string;
    };
  };
  readonly currentweather: WeatherAnswer;
}
