import type { Purchase } from './checkout/handle.ts';
import type { Usher } from './runtime.ts';

/**
 * The script of a page that providers send viewers back to, which has no other script but the script tag's: it waits until the return is
 * finished with the platform, 15 s at most, as leaving would cut that off, and leads to where the purchase was begun. Without a purchase it leads
 * to `data-home` (default `/`).
 */
type Queue = { readonly push: (callback: (usher: Usher) => void) => unknown };

const page = window as unknown as { usher?: Queue };
const { home = '/' } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
const lead = (to = home): void => location.replace(to);
const patienceMs = 15_000;

/** Resolves when nothing is on its way to the platform any more. */
function through(purchase: Purchase | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
    if (!purchase) return resolve(0);
    purchase.$state.subscribe(({ status, error }) => {
      if (error || !/finishing|verifying/.test(status)) resolve(0);
    });
  });
}

async function leadBack(usher: Usher): Promise<void> {
  const checkout = await usher.checkout();
  const arrival = await checkout.returned();
  await through(arrival && (await checkout.purchase(arrival.id)));
  lead(arrival?.page);
}

(page.usher ??= [] as unknown as Queue).push((usher) => void leadBack(usher).catch(() => lead()));
