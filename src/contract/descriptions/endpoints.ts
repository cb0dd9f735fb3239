// Read by tools only: the OpenAPI document and the interfaces in `call-values/`. No build has it.

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
  'statistics/itemlist': 'One KPI of each item that has a value for it',
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
      .sort((a, b) => b.length - a.length)[0] ?? '';
  const what = callTexts[start] ?? id;
  if (start === 'statistics/chartsby' || start === 'statistics/distributionby') {
    return `${what} ${id.slice(start.length)}`;
  }
  if (start === 'system/') return `${what}: ${id.slice(start.length)}`;
  if (/^allmedia\/by(person|show|place|product|file)id$/.test(id)) return `${what}, by its ID`;
  const by = /^statistics\/\w+by(day|hour|weekday)$/.exec(id)?.[1];
  return by ? `${what}, by ${by}` : what;
}
