import type { Purchase } from '../checkout/purchase/handle.ts';
import type { Usher } from '../runtime.ts';

/**
 * The script of a page that providers send viewers back to, which has no other script but the
 * script tag's. It leads to where the purchase was begun, once the return is written down; a finish
 * that has begun is waited for, 15 s at most, as leaving would cut it off. Without a purchase it
 * leads to `data-home` (default `/`). While the return cannot be written down it stays, shows the
 * words for that, and loads itself again a few times: what a load brought is found by the next one.
 */
interface Queue {
  readonly push: (callback: (usher: Usher) => void) => unknown;
  readonly for?: unknown;
  readonly error?: unknown;
}

const page = window as unknown as { usher?: Queue };
const { home = '/' } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
const lead = (to = home): void => location.replace(to);

/** A finish is waited for so long. */
const finishMs = 15_000;
/** By then the return is written down, or something is wrong. */
const writingMs = 8000;
/** The page loads itself again after these. */
const reloadMs = [3000, 10_000, 30_000];
const reloadsName = 'usher-return-reloads';

const late = setTimeout(() => fail(), writingMs);
let reload: ReturnType<typeof setTimeout> | undefined;

/** Shows one of the page's two texts: `waiting` or `trouble`. */
function show(state: string): void {
  document.querySelectorAll<HTMLElement>('[data-show]').forEach((element) => {
    element.hidden = element.dataset['show'] !== state;
  });
}

/** Something did not load, or cannot be written. */
function fail(): void {
  show('trouble');
  if (reload) return;
  try {
    const reloads = Number(sessionStorage.getItem(reloadsName));
    if (reloads >= reloadMs.length) return;
    sessionStorage.setItem(reloadsName, String(reloads + 1));
    reload = setTimeout(() => location.reload(), reloadMs[reloads]);
  } catch {
    // Without storage the loads cannot be counted. The viewer has the link.
  }
}

function succeed(): void {
  clearTimeout(late);
  clearTimeout(reload);
  show('waiting');
  try {
    sessionStorage.removeItem(reloadsName);
  } catch {
    // nothing was counted
  }
}

/** Resolves when nothing is on its way to the platform any more. */
function through(purchase: Purchase | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!purchase) return resolve();
    purchase.$state.subscribe(({ status, error }) => {
      if (error || (status !== 'finishing' && status !== 'verifying')) resolve();
    });
  });
}

async function leadBack(usher: Usher): Promise<void> {
  const checkout = await usher.checkout();
  const arrival = await checkout.written();
  succeed();
  const isThrough = checkout
    .returned()
    .then(async () => arrival && through(await checkout.purchase(arrival.id)));
  await Promise.race([isThrough, new Promise((resolve) => setTimeout(resolve, finishMs))]).catch(
    () => {},
  );
  lead(arrival?.page);
}

addEventListener('usher-error', fail);
addEventListener('load', () => {
  if (!page.usher?.for) fail(); // the script tag's file did not come
});
if (page.usher?.error) fail();
(page.usher ??= [] as unknown as Queue).push((usher) => void leadBack(usher).catch(fail));
