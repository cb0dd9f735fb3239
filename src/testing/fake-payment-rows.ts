import type { PrepareValues } from '../checkout/purchase/purchase-record.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { itemState as itemStateRow } from '../contract/item-state.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import type { Vouchers } from './fake-vouchers.ts';
import type { FakeRow, PlatformState } from './platform-state.ts';

type ItemStateValues = ValuesOf<typeof itemStateRow>;
type Rows = Readonly<Record<string, FakeRow>>;

/** The endpoints of `/payment`. Their values were checked before. */
export function createPaymentRows(platform: PlatformState, vouchers: Vouchers): Rows {
  const { transactions } = platform;
  return {
    'payment/itemstate': (values) => itemState(platform, values as ItemStateValues),
    'payment/preparetransaction': (values) =>
      transactions.prepare(values as PrepareValues, platform.user?.id),
    'payment/finishtransaction': ({ transactionID }) => transactions.finish(String(transactionID)),
    'payment/redeemvoucher': createVoucherRow(platform, vouchers),
    ...createGrantRows(platform),
    'payment/upgradesubscription': ({ transactionID }) =>
      settled('finished', transactionID, { operation: 'subscription' }),
    'payment/cancelsubscription': ({ transactionID, cancelTransaction }) =>
      settled(cancelTransaction ? 'deleted' : 'ending', transactionID),
  };
}

const createVoucherRow =
  (platform: PlatformState, vouchers: Vouchers): FakeRow =>
  ({ vouchercode, referencecode }) => {
    const code = String(vouchercode ?? referencecode);
    const key = vouchers.redeem('payment/redeemvoucher', code, platform.user?.id);
    const [item, streamtype] = key.split('/');
    const transactionID = platform.transactions.nextId();
    return settled('redeemed', transactionID, { operation: 'ppv', item, streamtype });
  };

/** The rows that grant what was bought elsewhere. */
function createGrantRows(platform: PlatformState): Rows {
  const { access, transactions } = platform;
  const grant = (key: string | undefined, reason: string, expiresAt: number | null): void =>
    access.addGrant({ userId: platform.user?.id ?? '', key, reason, expiresAt });
  return {
    'payment/verifyinapptransaction'(values) {
      const { operation, item, streamtype } = values as PrepareValues;
      if (operation === 'subscription') grant(undefined, 'subscription', null);
      else if (item !== undefined) grant(`${String(item)}/${streamtype}`, 'paid', null);
      return settled('finished', transactions.nextId(), { operation, item, streamtype });
    },
    'payment/addexternalsubscription'(values) {
      const { validUntil } = values as { readonly validUntil: Date | number };
      const expiresAt = validUntil instanceof Date ? validUntil.getTime() : validUntil * 1000;
      grant(undefined, 'external', expiresAt);
      const more = { operation: 'subscription', validUntil: Math.floor(expiresAt / 1000) };
      return settled('finished', transactions.nextId(), more);
    },
  };
}

const settled = (state: string, transactionID: unknown, more: object = {}): object => ({
  general: { transactionID: String(transactionID), state, ...more },
});

function itemState({ access, user }: PlatformState, { item, streamtype }: ItemStateValues): object {
  const found = access.find(`${String(item)}/${streamtype}`, user?.id);
  if (!found) throw new NotFoundError('payment/itemstate');
  if (found.access === 'unknown') return {};
  const { reason, offers, expiresAt } = found;
  return {
    general: {
      canPlay: found.access === 'granted',
      reason,
      offers,
      validUntil: expiresAt === undefined ? 0 : expiresAt / 1000,
    },
  };
}
