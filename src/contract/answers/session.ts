import type { PlatformFields } from './wire.ts';

/** What the platform knows of a viewer. Partners and campaigns are `0` when there is none. */
export interface SessionGeneral {
  /** The campaign, `0` without one. */
  readonly campaign?: string;
  readonly affiliatePartner?: string;
  readonly deliveryPartner?: string;
  /** The code of the affiliate partner, as `nxp_afpc` was sent. */
  readonly affiliateCode?: string;
  /** A country code, for example `DE`. */
  readonly geocode?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly gateway?: string;
  readonly adGateway?: string;
  readonly language?: string;
  readonly referrer?: string;
  readonly portal?: string;
  readonly externalUserReference?: string;
}

/** The device of a viewer, as the platform sees it. */
export interface SessionDevice {
  /** The device hash. */
  readonly id?: string;
  readonly ip?: string;
  /** `pc`, `mobile`, `tablet`, `tv`, … */
  readonly type?: string;
  readonly manufacturer?: string;
  readonly model?: string;
  /** How many sessions the device has had. */
  readonly sessionIndex?: number;
  /** Whether the viewer may be counted. */
  readonly allowTrack?: boolean;
  readonly browser?: string;
  readonly os?: string;
}

/** The state of the platform for this page. */
export interface SessionSystem {
  readonly clientstatus?: string;
  readonly sdkstatus?: string;
  /** The reporting token. `usher.reportToken()` answers with the present one. */
  readonly reporttoken?: string;
  readonly reportregion?: string;
}

/** The answer to `staticdetails`: a viewer without a session. */
export interface StaticDetailsAnswer {
  readonly general?: SessionGeneral;
  readonly device?: SessionDevice;
  readonly system?: SessionSystem;
}

/** The answer to `init`. What its `add…` flags bring is in `$session`, as `data`. */
export interface SessionAnswer extends StaticDetailsAnswer {
  readonly general?: SessionGeneral & {
    /** The session ID, with every digit. */
    readonly cid?: string;
    readonly isNewSession?: boolean;
    readonly isUnique?: boolean;
    /** The domain. */
    readonly clid?: string;
    /** The user, `0` when no user is logged in. */
    readonly uid?: string;
  };
  readonly domaindata?: PlatformFields;
  readonly admodel?: PlatformFields;
  readonly pricemodel?: PlatformFields;
  readonly texttemplates?: PlatformFields;
  readonly channels?: readonly PlatformFields[];
  readonly formats?: readonly PlatformFields[];
  readonly campaigns?: readonly PlatformFields[];
}

/** The answer to `login`. */
export interface LoginAnswer extends SessionAnswer {
  readonly userdata?: {
    readonly uid?: string;
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
  readonly general?: {
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
    /** `url`: the address at which the viewer logs in. */
    readonly general?: { readonly url?: string };
  };
  readonly login: LoginAnswer;
  readonly keepalive: StatusAnswer;
  readonly logout: StatusAnswer;
  readonly staticdetails: StaticDetailsAnswer;
  readonly reporttoken: {
    /** `reporttoken`: its `se=` part is its end, in unix seconds. */
    readonly general?: { readonly reporttoken?: string };
  };
  readonly currentweather: WeatherAnswer;
}
