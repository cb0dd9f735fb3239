/**
 * Calls an endpoint by its id; gives back the answer's `result`. Values that need quotes on no
 * wire: texts, numbers, days.
 */
export type Call = (id: string, values?: Readonly<Record<string, string | number>>) => Promise<any>;

/** What happens outside of the page when somebody pays. */
export interface Cashier {
  /** Approves a payment; gives back the provider's token and reference. */
  readonly pay: (
    transaction: string,
    amount: number,
  ) => Promise<{ readonly token: string; readonly reference: string }>;
  /** The receipt of an app store for a rented film. */
  readonly receipt: (item: string, amount: number) => Promise<string>;
}

const day = '2026-11-20';
/** Fight Club: 499 to rent. */
const film = '1369311';

/** What the calls with something in their path are given. */
const named: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'allmedia/byglobalid': { globalid: '5000001' },
  'allmedia/byquery': { query: 'Broken Arrow' },
  'allmedia/bytag': { tag: 'Western' },
  'allmedia/byperson': { person: 'John Woo' },
  'allmedia/bypersonid': { personid: '20001' },
  'allmedia/byshow': { show: 'Harry Potter' },
  'allmedia/byshowid': { showid: '40001' },
  'allmedia/byplace': { place: 'Mars' },
  'allmedia/byplaceid': { placeid: '50001' },
  'allmedia/byproduct': { product: 'TV' },
  'allmedia/byproductid': { productid: '60001' },
  'allmedia/byfile': { file: 'lena.mp3' },
  'allmedia/byfileid': { fileid: '70001' },
  'allmedia/bystudio': { studioid: '501' },
  'system/editableattributesfor': { streamtype: 'video' },
  'system/editablerestrictionsfor': { streamtype: 'video' },
  'statistics/itemlist': { streamtype: 'video', from: day, to: day, kpi: 'view' },
};

/** Asks everything that is only read: media, the platform's lists, statistics. */
export async function readEverything(call: Call, ids: readonly string[]): Promise<void> {
  for (const id of ids.filter((one) => /^(allmedia|system|statistics)\//.test(one))) {
    await call(id, named[id] ?? statisticsValues(id));
  }
}

function statisticsValues(id: string): Readonly<Record<string, string>> {
  if (!id.startsWith('statistics/')) return {};
  if (id.startsWith('statistics/realtime')) return { streamtype: 'video' };
  return { streamtype: 'video', from: day, to: day };
}

/** What an open session is asked besides. */
export async function useSession(call: Call): Promise<void> {
  await call('session/staticdetails', { gateway: 'desktop' });
  await call('session/reporttoken');
  await call('session/currentweather', { lat: 52.5, lng: 13.4 });
  await call('session/generatedirectoryloginurl', { host: 'localhost:4173' });
  await call('session/keepalive');
}

/**
 * Sells to whoever is logged in: a film by an app store, then a subscription that is made premium
 * and kept from renewing, and what opens doors besides.
 */
export async function sellEverything(
  call: Call,
  cashier: Cashier,
  nowMs: number = Date.now(),
): Promise<void> {
  await call('payment/itemstate', { item: film, streamtype: 'video' });
  const sale = { operation: 'ppv', item: film, streamtype: 'video', amount: 499, currency: 'EUR' };
  await call('payment/verifyinapptransaction', {
    ...sale,
    provider: 'go',
    amount_original: 4.99,
    isPremium: 0,
    receipt: await cashier.receipt(film, 499),
  });
  const prepared = await call('payment/preparetransaction', {
    operation: 'subscription',
    amount: 799,
    currency: 'EUR',
    provider: 'demo',
  });
  const transactionID = String(prepared.general.transactionID);
  const { token } = await cashier.pay(transactionID, 799);
  await call('payment/finishtransaction', { transactionID, token });
  const { reference } = await cashier.pay(`${transactionID}-upgrade`, 500);
  await call('payment/upgradesubscription', { transactionID: reference, amount: 500 });
  await call('payment/cancelsubscription', { transactionID, cancelTransaction: 0 });
  await call('payment/redeemvoucher', { vouchercode: 'FREE-MONTH' });
  await call('payment/addexternalsubscription', {
    validUntil: Math.floor(nowMs / 1000) + 86_400,
  });
}
