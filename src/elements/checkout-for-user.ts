import { UsherError } from '../errors/usher-error.ts';
import { userKey } from '../session/state/session-state.ts';
import type { ElementCheckout, ElementUsher } from './element-usher.ts';

/**
 * Loads checkout for a call of the present user. That may take long, and the call itself is made
 * for the user who is logged in then.
 * @throws {UsherError} `identity-changed`: that is another one.
 */
export async function checkoutForUser(
  runtime: () => ElementUsher | undefined,
): Promise<ElementCheckout | undefined> {
  const userId = (): string | null | undefined => userKey(runtime()?.$user.get());
  const asked = userId();
  const checkout = await runtime()?.checkout();
  if (asked !== undefined && userId() !== asked) {
    throw new UsherError('identity-changed', 'Another user is logged in now');
  }
  return checkout;
}
