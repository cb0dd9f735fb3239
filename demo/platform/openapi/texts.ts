/** What the areas are for. */
export const areaTexts: Readonly<Record<string, string>> = {
  statistics:
    'Performance of media: series by time, lists, charts, distributions and the present, filtered by period and many dimensions.',
  allmedia: 'Media items of all streamtypes at once; every item has a global ID.',
  payment: 'State of an item, transactions, vouchers, purchases inside apps, subscriptions.',
  session: 'Opening, keeping and ending a session, login and logout, and helpers for it.',
  system: 'Predefined values, categories, voices, editable attributes and ongoing incidents.',
};

/**
 * What a call does, by the endpoint's id or by its beginning; the longest one that fits is taken.
 */
const callTexts: Readonly<Record<string, string>> = {
  'statistics/displays': 'Displays',
  'statistics/playerstarts': 'Player starts',
  'statistics/views': 'Views',
  'statistics/downloads': 'Downloads',
  'statistics/clicks': 'Clicks',
  'statistics/adrequests': 'Ad requests',
  'statistics/adimpressions': 'Ad impressions',
  'statistics/adclicks': 'Ad clicks',
  'statistics/aderrors': 'Ad errors',
  'statistics/viewsexternal': 'Views on external platforms',
  'statistics/viewtimeby': 'View time in minutes',
  'statistics/viewtimeaverage': 'Average view time in minutes',
  'statistics/viewprogress': 'Progress steps of views',
  'statistics/registations': 'Registrations (the path is spelled this way)',
  'statistics/logins': 'Logins',
  'statistics/revenue': 'Revenue',
  'statistics/subscriptionsby': 'Active subscriptions in total',
  'statistics/subscriptionterminations': 'Terminated subscriptions',
  'statistics/itemlist': 'One KPI of every item that has any of it',
  'statistics/chartsby': 'Items ranked by',
  'statistics/distributionby': 'Occurrences by',
  'statistics/realtime': 'Performance of the present, per gateway',
  'statistics/realtimeexternal': 'Performance of the present on external platforms, per gateway',
  'statistics/realtimecharts': 'Performance of the present, per item',
  'statistics/realtimechartsexternal': 'Performance of the present on external platforms, per item',
  'allmedia/byglobalid': 'One item by its global ID',
  'allmedia/all': 'All items',
  'allmedia/latest': 'All items by date of creation, newest first; ignores the order parameters',
  'allmedia/picked': 'Picked items; ignores the order parameters',
  'allmedia/evergreens': 'Evergreen items',
  'allmedia/forkids': 'Items made for kids (unrelated to age restriction)',
  'allmedia/withawards': 'Items that have awards',
  'allmedia/byquery': 'Items that a query finds; reported unless skipReporting is 1',
  'allmedia/random': 'Random items',
  'allmedia/mostactive': 'Items ranked by views; ignores the order parameters',
  'allmedia/mostactiveexternal':
    'Items ranked by views on external platforms; ignores the order parameters',
  'allmedia/bytag': 'Items with a tag',
  'allmedia/byperson': 'Items with a person',
  'allmedia/byshow': 'Items of a show',
  'allmedia/byplace': 'Items of a place',
  'allmedia/byproduct': 'Items with a product',
  'allmedia/byfile': 'Items with a file',
  'allmedia/bystudio': 'Videos, playlists and series of a studio',
  'payment/itemstate': 'Whether the user may watch an item',
  'payment/redeemvoucher': 'Redeem a voucher',
  'payment/preparetransaction': 'Prepare a transaction',
  'payment/finishtransaction': 'Finish a prepared transaction',
  'payment/verifyinapptransaction':
    'Verify a purchase made inside an app, without prepare and finish',
  'payment/addexternalsubscription': 'Register a subscription that an outside operator manages',
  'payment/upgradesubscription':
    'Make a default subscription a premium one; its times do not change',
  'payment/cancelsubscription':
    'Stop a subscription from extending, or delete a transaction that failed',
  'session/init': 'Open a session',
  'session/generatedirectoryloginurl': 'An address for the login at a directory',
  'session/login': 'Log a user in',
  'session/keepalive': 'Keep the session: call every 10 to 15 minutes',
  'session/logout': 'End the session',
  'session/staticdetails': 'What a player needs to know without a session',
  'session/reporttoken': 'The current reporting authorization token',
  'session/currentweather': 'The weather, where the session is unless told otherwise',
  'system/': 'A list of predefined values',
  'system/videoplatformcategories': 'Categories of video platforms',
  'system/socialplatformcategories': 'Categories of social platforms',
  'system/streamingdevicecategories': 'Categories of streaming devices',
  'system/ttsvoices': 'Text-to-speech voices',
  'system/editableattributesfor': 'Editable attributes of a streamtype',
  'system/editablerestrictionsfor': 'Editable restrictions of a streamtype',
  'system/currentincidents': 'All ongoing incidents',
};

/** What a call does, in words. */
export function callText(id: string): string {
  const start =
    Object.keys(callTexts)
      .filter((key) => id.startsWith(key))
      .toSorted((a, b) => b.length - a.length)[0] ?? '';
  const what = callTexts[start] ?? id;
  if (start === 'statistics/chartsby' || start === 'statistics/distributionby') {
    return `${what} ${id.slice(start.length)}`;
  }
  if (start === 'system/') return `${what}: ${id.slice(start.length)}`;
  if (/^allmedia\/by(person|show|place|product|file)id$/.test(id)) return `${what}, by its ID`;
  const by = /^statistics\/\w+by(day|hour|weekday)$/.exec(id)?.[1];
  return by ? `${what}, by ${by}` : what;
}

/** What a field means, where its name and schema do not say it. */
export const fieldTexts: Readonly<Record<string, string>> = {
  argument: 'An argument that the document lists without its name; it may be left out.',
  streamtype: 'The streamtype; new ones appear.',
  from: 'The first day.',
  to: 'The last day, not before the first.',
  timezone:
    "The timezone in which from, to and the borders of days are read; default is the domain's.",
  includeNetworkDomains: '1 combines the results of all network domains.',
  itemReference: 'The attribute of media that is the key of the result.',
  limit: 'At most so many entries.',
  start: 'The first entry, from 0.',
  kpi: 'The KPI of the list; the document leaves its place open: it travels in the query.',
  timeFrame: 'Minutes backwards from now.',
  timeframe: 'Days.',
  selectedStreamtypes: 'The kinds of media returned; all when left out.',
  queryFields: 'Attribute names; all text attributes when left out.',
  minimalQueryScore: 'Skips lower scores; for fulltext.',
  includeSubstringMatches: 'Not only whole words; not for fulltext.',
  skipReporting: '1 keeps the query from being reported.',
  additionalFields: 'Names of further fields of the items, or all.',
  excludeItems: 'IDs of items to leave out.',
  noc: '1: no cache.',
  cfo: 'A custom reference that comes back as metadata.calledfor.',
  extra: 'Further parameters, each under its own name.',
  performTransactionIfPossible: '1 registers the buy when the user may watch the item.',
  amount_original: 'The amount as the app store gives it.',
  subscriptionDuration: 'Months.',
  subscriptionWillBePayedMonthly: 'Monthly, or in full upfront.',
  subscriptionCanRenew: 'Renewable after its end.',
  capturePaymentOn: 'When a payment for a trial phase is captured; the phase ends then.',
  transactionID:
    "The transaction; of an upgrade the provider's own reference of the additional payment.",
  validUntil: 'Until when the subscription counts.',
  externalUserID: "The user's own ID at the provider.",
  paymentType: 'How it is paid; where it was not said before.',
  reference: "The provider's own reference, if it gave one.",
  token: 'A token of the provider.',
  receipt: "The app store's receipt as JSON.",
  cancelTransaction: '1 deletes a transaction that failed; 0 stops a subscription from extending.',
  skipEmail: '1 suppresses the confirmation e-mail.',
  reasonText: "The user's own words.",
  vouchercode: "A voucher's code.",
  referencecode: 'The ID of an external voucher code.',
  nxp_devh: 'The device hash: made once for a device and kept, as 4:1500496747:178989.',
  nxp_userh: 'The user hash of an earlier login.',
  nxp_afpc: 'The code of an affiliate partner.',
  currentSession: 'An earlier session, used again if it is still valid.',
  linkOrigin: 'The origin of the page, not its referrer.',
  forcePersistantSession: 'For a player-only domain that needs a persistent session.',
  host: 'The host for the answer of a second factor or of a directory.',
  username: 'Manual login only.',
  password: 'Manual login only.',
  externalTransactionReference: 'A reference that the provider needs.',
  isLatePremium: 'The purchase became premium during payment.',
  finalPayment: 'The price paid in the end.',
};
