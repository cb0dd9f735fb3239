import type { Usher } from '../api/usher.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type {} from '../api/usher-queue.ts'; // for the type of `window.usher`

/**
 * The script of the page to which providers send viewers back. Only the script tag's file runs with
 * it. When the return is in the journal, it opens the page of the purchase. It waits for a running
 * finish, 15 s at most, because leaving would abort it. Without a purchase it opens `data-home`
 * (default `/`). While the return cannot be written it stays, shows the text for that, and reloads
 * a few times: the next load finds the stored return.
 */

/**
 * A page that was copied from an earlier version does not say where the session is stored. By
 * default that is the device, and a shop would take it for the consent of the viewer. This script
 * runs before that of the tag, which is a module.
 */
document
  .querySelector('script[data-base-url]:not([data-persistence])')
  ?.setAttribute('data-persistence', 'consented');

const { home = '/' } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
const goTo = (page = home): void => location.replace(page);

/** How long the page waits for a finish. */
const finishMs = 15_000;
/** After this time without a written return the page shows the error. */
const writingMs = 8000;
/** The waits before the page reloads. */
const reloadMs = [3000, 10_000, 30_000];
const reloadsName = 'usher-return-reloads';

const writingTimer = setTimeout(() => fail(), writingMs);
let reload: ReturnType<typeof setTimeout> | undefined;

/** Shows one of the page's two texts: `waiting` or `error`. */
function show(state: string): void {
  document.querySelectorAll<HTMLElement>('[data-show]').forEach((element) => {
    element.hidden = element.dataset['show'] !== state;
  });
}

/** A file was not loaded, or the return cannot be written. */
function fail(): void {
  show('error');
  if (reload) return;
  try {
    const reloads = Number(sessionStorage.getItem(reloadsName));
    if (reloads >= reloadMs.length) return;
    sessionStorage.setItem(reloadsName, String(reloads + 1));
    reload = setTimeout(() => location.reload(), reloadMs[reloads]);
  } catch {
    // Without storage the reloads cannot be counted. The viewer has the link.
  }
}

function succeed(): void {
  clearTimeout(writingTimer);
  clearTimeout(reload);
  show('waiting');
  try {
    sessionStorage.removeItem(reloadsName);
  } catch {
    // nothing was counted
  }
}

/** Resolves when no request of the purchase is under way. */
function requestsEnd(purchase: Purchase | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!purchase) return resolve();
    purchase.$state.subscribe(({ status, error }) => {
      if (error || (status !== 'finishing' && status !== 'verifying')) resolve();
    });
  });
}

async function goBack(usher: Usher): Promise<void> {
  const checkout = await usher.checkout();
  const arrival = await checkout.storedPaymentReturn();
  succeed();
  const finish = async (): Promise<void> => {
    await checkout.paymentReturn();
    if (arrival?.id) await requestsEnd(await checkout.purchase(arrival.id));
  };
  const deadline = new Promise((resolve) => setTimeout(resolve, finishMs));
  await Promise.race([finish(), deadline]).catch(() => {}); // the next page goes on with it
  goTo(arrival?.page);
}

addEventListener('usher-error', fail);
addEventListener('load', () => {
  if (Array.isArray(window.usher)) fail(); // the script tag's file was not loaded
});
window.usher ??= [];
if ('error' in window.usher) fail();
window.usher.push((usher) => void goBack(usher).catch(fail));
