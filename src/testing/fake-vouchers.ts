import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import type { AccessTable } from './fake-access.ts';
import type { FakeUsherOptions } from './fake-options.ts';
import { requireUser } from './fake-sale-rules.ts';

/** The voucher codes of a fake. Each can be used once. */
export interface Vouchers {
  /**
   * Grants the item of a code to a user, and returns the key of the item.
   * @throws `not-found`, without such a code; `platform`: 403 without a user, 410 for a used code.
   */
  readonly redeem: (endpoint: string, code: string, userId: string | undefined) => string;
}

export function createVouchers(
  access: AccessTable,
  { vouchers = {} }: Pick<FakeUsherOptions, 'vouchers'>,
): Vouchers {
  const redeemed = new Set<string>();
  return {
    redeem(endpoint, code, userId) {
      const isKnown = Object.prototype.hasOwnProperty.call(vouchers, code);
      const key = isKnown ? vouchers[code] : undefined;
      if (key === undefined) {
        throw new NotFoundError(endpoint, 'there is no such voucher');
      }
      const user = requireUser(endpoint, userId);
      if (redeemed.has(code)) throw new PlatformError(endpoint, 410, 'used up');
      redeemed.add(code);
      if (!access.find(key, user)) access.set(key, { access: 'denied' });
      access.addGrant({ userId: user, key, reason: 'voucher', expiresAt: null });
      return key;
    },
  };
}
