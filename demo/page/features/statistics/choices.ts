import { groupChoices, rankingChoices, seriesChoices } from './figures.ts';

/** What can be chosen on the page, by the names in its address. */
export const choiceNames = [
  'streamtype',
  'period',
  'gateway',
  'device',
  'figure',
  'by',
  'ranking',
  'share',
  'revenue',
  'active',
  'reason',
  'last',
] as const;

export type ChoiceName = (typeof choiceNames)[number];

/** The values of each choice, and the words for them. Empty: no limit. */
export const choices = {
  streamtype: {
    allmedia: 'Everything',
    video: 'Films',
    audio: 'Audio',
    live: 'Live',
    series: 'Series',
    playlist: 'Playlists',
  },
  period: { '28': 'Last 28 days', '7': 'Last 7 days', '90': 'Last 90 days', own: 'From … to …' },
  gateway: {
    '': 'All ways in',
    desktop: 'Desktop',
    mobile: 'Mobile web',
    tablet: 'Tablet',
    ios: 'iOS app',
    android: 'Android app',
    smarttv: 'Smart TV',
    androidtv: 'Android TV',
    podcast: 'Podcast',
    amp: 'AMP',
    fbia: 'Instant articles',
  },
  device: {
    '': 'All devices',
    pc: 'Computer',
    mobile: 'Phone',
    tablet: 'Tablet',
    tv: 'Television',
    smart: 'Smart device',
  },
  figure: seriesChoices,
  by: groupChoices,
  ranking: rankingChoices,
  share: {
    gateway: 'Way in',
    device: 'Device',
    os: 'Operating system',
    browser: 'Browser',
    country: 'Country',
    deliverydomain: 'Site',
    podcastapp: 'Podcast app',
    channel: 'Channel',
    format: 'Format',
    licensor: 'Studio',
    slug: 'Page',
  },
  revenue: {
    '': 'All income',
    subscription: 'New subscriptions',
    rebill: 'Renewals',
    ppv: 'Rentals',
    ownage: 'Purchases',
    deposit: 'Deposits',
  },
  active: {
    '': 'All',
    onlyPremium: 'Premium',
    onlyStandard: 'Standard',
    excludeTerminated: 'Not ended',
  },
  reason: {
    '': 'Any reason',
    byuser: 'By the subscriber',
    incms: 'By the house',
    inappapi: 'By an app store',
    rechargeproblem: 'Charge failed',
    paymentcanceled: 'Payment reversed',
  },
  last: {
    '30': '30 minutes',
    '5': '5 minutes',
    '15': '15 minutes',
    '60': 'hour',
    '120': '2 hours',
    '240': '4 hours',
  },
} satisfies Readonly<Record<ChoiceName, Readonly<Record<string, string>>>>;

/** A value for each choice. */
export type Choices = {
  readonly [Name in ChoiceName]: Extract<keyof (typeof choices)[Name], string>;
};

/** What is meant where nothing is chosen. */
export const defaults: Choices = {
  streamtype: 'allmedia',
  period: '28',
  gateway: '',
  device: '',
  figure: 'views',
  by: 'day',
  ranking: 'views',
  share: 'gateway',
  revenue: '',
  active: '',
  reason: '',
  last: '30',
};

export const isChoice = <Name extends ChoiceName>(
  name: Name,
  value: string,
): value is Choices[Name] => Object.hasOwn(choices[name], value);
