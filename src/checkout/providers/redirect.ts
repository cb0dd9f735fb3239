import { nothing } from '../../browser/nothing.ts';
import {
  paymentAddress,
  recordOpening,
  refuseForeignFrame,
  type ProviderOpening,
} from './provider-opening.ts';
import type { PopupProvider, RedirectProvider } from './provider.ts';

/** Leaves the page for the provider. The viewer comes back to a page of the same origin. */
export async function openRedirect(
  opening: ProviderOpening<RedirectProvider | PopupProvider>,
): Promise<void> {
  const { tab, windows } = opening.context;
  refuseForeignFrame(tab);
  const url = await paymentAddress(opening);
  if (!(await recordOpening(opening))) return;
  // A viewer who comes back, and clicks, means another opening.
  tab.go(url, () =>
    windows.show(opening.record.id, { kind: 'page', closed: true, close: nothing }),
  );
}
