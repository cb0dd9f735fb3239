import type { Popup } from '../../browser/payment-window.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import { InputError } from '../../errors/input-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import type { BuyValues } from '../buy/buy-values.ts';
import { checkValues } from '../check-values.ts';
import type { CheckoutContext } from '../context.ts';
import { boughtItem, type PrepareValues } from '../purchase/purchase-record.ts';
import { returnAddress } from './address.ts';
import { providerOf } from './find-provider.ts';
import { providerKinds, type ProviderNeeds } from './kinds.ts';
import { checkFunctions, functionsOf } from './provider-module.ts';
import { refuseForeignFrame } from './provider-opening.ts';
import type { Provider } from './provider.ts';

const endpoint = 'checkout.buy';
const required = ['operation', 'amount', 'currency', 'provider'];
/** Operations that sell a single item. */
const itemOperations: readonly unknown[] = ['ppv', 'ownage'];

/**
 * Returns the provider of a purchase, after a check of all values.
 * @throws {UsherError} `input`, `provider-unavailable`.
 */
export function checkedProvider(
  context: CheckoutContext,
  values: PrepareValues & Pick<BuyValues, 'provider'>,
  popup: Popup,
): Provider {
  const { selling, tab } = context;
  const needsItem = itemOperations.includes(values.operation);
  const needed = needsItem ? [...required, 'item'] : required;
  checkValues(purchaseArea, 'preparetransaction', values, { required: needed, endpoint });
  if (needsItem && !boughtItem(values)) {
    throw new InputError(endpoint, 'item', values.item, 'the ID of an item');
  }
  const provider = providerOf(context, values.provider);
  if (!provider) {
    const names = (selling.providers ?? []).map(({ name }) => name).join(', ');
    const allowed = `one of ${names || '(the option providers is empty)'}`;
    throw new InputError(endpoint, 'provider', values.provider, allowed);
  }
  // A page without types may pass any value.
  const kind = providerKinds[provider.type] as ProviderNeeds | undefined;
  if (!kind) {
    throw new InputError(
      endpoint,
      'type',
      provider.type,
      `one of ${Object.keys(providerKinds).join(', ')}`,
    );
  }
  checkFunctions(provider, tab, endpoint);
  if (kind.needsReturnAddress && !returnAddress(tab, provider)) {
    const given = 'returnUrl' in provider ? provider.returnUrl : undefined;
    const allowed = 'an http(s) address of this origin, without user info';
    throw new InputError(endpoint, 'returnUrl', given, allowed);
  }
  // When its window is blocked, the page itself goes to the provider. In a frame of another site,
  // its storage is not the one of the return page. The kinds `shown` and `none` are not refused
  // here: the purchase has a window already, or no user is logged in, which has its own error.
  const leavesPage = !kind.worksInForeignFrame || (kind.needsClick && popup.kind === 'blocked');
  if (leavesPage) refuseForeignFrame(tab);
  return provider;
}

/**
 * The time for `ready` of a provider, in ms. The viewer waits for it in a click, so it is as short
 * as that of an attempt of a call.
 */
const readyMs = 10_000;

/**
 * Waits until the provider can take payments, at most 10 s.
 * @throws {UsherError} `provider-unavailable`.
 */
export async function ensureReady(
  provider: Provider,
  { tab, browser: { clock } }: CheckoutContext,
): Promise<void> {
  try {
    await withDeadline(clock, readyMs, [], async () => {
      await provider.ready?.();
      if (provider.type === 'in-page' && provider.script) {
        await (await functionsOf(provider, tab)).ready?.();
      }
    });
  } catch (error) {
    const sentence = `${provider.name} cannot take payments: ${(error as Error)?.message}`;
    throw new UsherError('provider-unavailable', sentence, {
      cause: error,
      retryable: true,
    });
  }
}
