import type { PrepareValues } from '../checkout/purchase/purchase-record.ts';
import type { PaymentAddexternalsubscriptionValues } from '../contract/call-values/payment.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { itemState as itemStateRow } from '../contract/item-state.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { checkSale, requireUser } from './fake-sale-rules.ts';
import { createSubscriptionRows } from './fake-subscription-rows.ts';
import { unixSeconds, type Transaction } from './fake-transactions.ts';
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
    'payment/finishtransaction': ({ transactionID }) =>
      transactions.finish(String(transactionID), platform.user?.id),
    'payment/redeemvoucher': createVoucherRow(platform, vouchers),
    [inAppId]: createInAppRow(platform),
    [externalId]: createExternalRow(platform),
    ...createSubscriptionRows(platform),
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

/** A receipt of an app store counts once. Again for the same user, the answer is the same. */
function createInAppRow(platform: PlatformState): FakeRow {
  const { access, transactions } = platform;
  const used = new Map<string, Transaction>();
  return (values) => {
    const userId = requireUser(inAppId, platform.user?.id);
    const { operation, item, streamtype, provider } = values as PrepareValues;
    const sold = { operation, item, streamtype };
    const receipt = `${provider} ${String(values['receipt'])}`;
    let transaction = used.get(receipt);
    if (!transaction) {
      checkSale(access, inAppId, sold, userId);
      const reason = operation === 'subscription' ? 'subscription' : 'paid';
      const bought = { userId, values: sold, reason, isPremium: Boolean(values['isPremium']) };
      transaction = transactions.add(bought, null);
      used.set(receipt, transaction);
    }
    if (transaction.userId !== userId) {
      throw new PlatformError(inAppId, 409, 'the receipt was used by another user');
    }
    return settled('finished', transaction.id, sold);
  };
}

const createExternalRow =
  (platform: PlatformState): FakeRow =>
  (values) => {
    const userId = requireUser(externalId, platform.user?.id);
    const { validUntil, isPremium } = values as PaymentAddexternalsubscriptionValues;
    const expiresAt = validUntil instanceof Date ? validUntil.getTime() : validUntil! * 1000;
    const sold = { operation: 'subscription' };
    const bought = { userId, values: sold, reason: 'external', isPremium: Boolean(isPremium) };
    const { id } = platform.transactions.add(bought, expiresAt);
    return settled('finished', id, { ...sold, validUntil: unixSeconds(expiresAt) });
  };

const inAppId = 'payment/verifyinapptransaction';
const externalId = 'payment/addexternalsubscription';

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
