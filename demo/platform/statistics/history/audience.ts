import type { EventContext } from '../event-context.ts';

/** Takes one of several, the first most often; `chance` is from 0 to below 1. */
function pick<T>(all: readonly (readonly [weight: number, one: T])[], chance: number): T {
  let left = chance * all.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, one] of all) {
    left -= weight;
    if (left < 0) return one;
  }
  return all.at(-1)![1];
}

/** On what people watch, with what belongs together. */
const machines: readonly (readonly [number, Partial<EventContext> & { gateway: string }])[] = [
  [26, { gateway: 'desktop', device: 'pc', os: 'windows', browser: 'chrome' }],
  [8, { gateway: 'desktop', device: 'pc', os: 'windows', browser: 'edge' }],
  [8, { gateway: 'desktop', device: 'pc', os: 'windows', browser: 'firefox' }],
  [9, { gateway: 'desktop', device: 'pc', os: 'macos', browser: 'safari', manufacturer: 'Apple' }],
  [3, { gateway: 'desktop', device: 'pc', os: 'linux', browser: 'firefox' }],
  [
    16,
    {
      gateway: 'mobile',
      device: 'mobile',
      os: 'android',
      browser: 'chrome',
      manufacturer: 'Samsung',
    },
  ],
  [
    12,
    { gateway: 'mobile', device: 'mobile', os: 'ios', browser: 'safari', manufacturer: 'Apple' },
  ],
  [5, { gateway: 'tablet', device: 'tablet', os: 'ios', browser: 'safari', manufacturer: 'Apple' }],
  [
    4,
    {
      gateway: 'ios',
      device: 'mobile',
      os: 'ios',
      pageIntegration: 'native',
      manufacturer: 'Apple',
    },
  ],
  [
    4,
    {
      gateway: 'android',
      device: 'mobile',
      os: 'android',
      pageIntegration: 'native',
      manufacturer: 'Samsung',
    },
  ],
  [
    3,
    {
      gateway: 'smarttv',
      device: 'tv',
      os: 'linux',
      pageIntegration: 'native',
      manufacturer: 'LG',
    },
  ],
  [
    2,
    {
      gateway: 'androidtv',
      device: 'tv',
      os: 'android',
      pageIntegration: 'native',
      manufacturer: 'Sony',
    },
  ],
];

const podcastApps = [
  [5, 'Pocket Casts'],
  [4, 'AntennaPod'],
  [2, 'Overcast'],
] as const;
const countries = [
  [52, 'DE'],
  [12, 'AT'],
  [9, 'CH'],
  [7, 'US'],
  [6, 'GB'],
  [5, 'FR'],
  [4, 'NL'],
  [3, 'PL'],
  [2, 'IT'],
] as const;
const deliveryDomains = [
  [7, 'www.lantern-row.example'],
  [2, 'news.example'],
  [1, 'film-blog.example'],
] as const;
const startConditions = [
  [5, 'manual'],
  [3, 'autoplaymuted'],
  [1, 'autoplay'],
  [1, 'manualmuted'],
] as const;
const consents = [
  [6, '2'],
  [2, '1'],
  [1, 'onlystring'],
  [1, 'none'],
] as const;

/**
 * One viewer at one place: what their events have in common. Who listens to audio does so in an app
 * now and then.
 */
export function drawContext(chance: () => number): EventContext {
  const isPodcast = chance() < 0.05;
  const machine = pick(machines, chance());
  const app = pick(podcastApps, chance());
  const shared = {
    countryCode: pick(countries, chance()),
    deliveryDomain: pick(deliveryDomains, chance()),
    startCondition: pick(startConditions, chance()),
    consentEnvironment: pick(consents, chance()),
    viewCount: chance() < 0.7 ? 'onlyfirst' : 'afterfirst',
    campaign: chance() < 0.1 ? '31' : undefined,
    mediaOrigin: 'own',
    dataMode: 'api',
  };
  if (isPodcast) {
    return {
      ...shared,
      gateway: 'podcast',
      device: 'mobile',
      os: app === 'AntennaPod' ? 'android' : 'ios',
      podcastApp: app,
      startCondition: 'manual',
    };
  }
  return { pageIntegration: chance() < 0.8 ? 'js' : 'embed', ...shared, ...machine };
}
