import type { Provider } from '../../src/checkout/providers/provider.ts';
import type { Persistence, UsherOptions } from '../../src/index.ts';
import { viewers } from './viewers.ts';
import type { PlatformHabits } from './wire.ts';

/** What the publisher's page gives to the runtime. It may change from page to page. */
export interface Site {
  readonly persistence: Persistence;
  /** The viewer of the publisher's own login, by place in the list; `null` without one. */
  readonly reference: number | null;
  readonly hasInit: boolean;
  readonly providers: readonly Provider['type'][];
  readonly mode?: UsherOptions['mode'];
  /** The page opens its session when it creates its runtime, as every script tag does. */
  readonly start?: boolean;
}

export const usualSite: Site = {
  persistence: 'device',
  reference: null,
  hasInit: true,
  providers: ['redirect', 'popup', 'in-page'],
};

export const baseUrl = 'https://platform.test/v3.1/741';
export const origin = 'https://publisher.test';
export const pageAddress: string = `${origin}/watch`;

/** The publisher's own reference that a page gives to init; `null` without one. */
export const referenceOf = ({ reference, hasInit }: Site): string | null =>
  reference === null || !hasInit ? null : viewers[reference]!.reference;

/** The options of a page. */
export function optionsOf(
  { persistence, reference, hasInit, providers, mode, start }: Site,
  { ids, sellsToAnyone }: PlatformHabits,
  allProviders: readonly Provider[],
): UsherOptions {
  return {
    baseUrl,
    persistence,
    mode,
    start,
    ...(hasInit && {
      init: {
        gateway: 'desktop',
        ...(reference !== null && { externalUserReference: viewers[reference]!.reference }),
      },
    }),
    providers: allProviders.filter(({ type }) => providers.includes(type)),
    dialect: {
      allowsAnonymousPurchase: sellsToAnyone,
      ...(ids === 'ascii' && { readSession: readAsciiSession }),
    },
  };
}

interface InitResult {
  readonly general: {
    readonly cid: string;
    readonly uid: number;
    readonly clid: number;
    readonly language: string;
  };
  readonly userdata?: {
    readonly uid: number;
    readonly username: string;
    readonly userhash: string;
  };
  readonly device: { readonly domaintoken: string };
}

/** A publisher's own reader, for a platform whose session IDs are no numbers. */
const readAsciiSession: NonNullable<NonNullable<UsherOptions['dialect']>['readSession']> = (
  result,
) => {
  const { general, userdata, device } = (result ?? {}) as Partial<InitResult>;
  if (!general) return undefined;
  return {
    id: general.cid,
    user: userdata
      ? { id: String(userdata.uid), name: userdata.username, hash: userdata.userhash }
      : null,
    language: general.language,
    geo: {},
    domain: String(general.clid),
    domainToken: device?.domaintoken,
    data: {},
  };
};
