import type { PaymentReturn, Purchase, Usher } from 'usher-runtime';

// The page that a payment window comes back to. It loads nothing but the runtime, which takes the
// return out of the address, writes it down, and closes the window. What follows is for a browser
// that did not open a window, or does not close it: back to the page where the purchase began. All
// imports are types, so that no other script comes with it.

/** Longer than a finish usually takes. What takes longer goes on at the next page. */
const timeoutMs = 8000;

window.usher ??= [];
window.usher.push((usher) => void finish(usher));
window.addEventListener('usher-error', showFailure);

async function finish(usher: Usher): Promise<void> {
  try {
    const checkout = await usher.checkout();
    const returned = await checkout.paymentReturn();
    if (!returned || returned.id === null) {
      showText(
        'Nothing to finish here',
        'This payment was not started in this browser. Go back to where you started it; if you have paid, log in there and your ticket is waiting.',
      );
      return;
    }
    const back = pageOf(returned);
    showLink(back);
    const purchase = await checkout.purchase(returned.id);
    if (!purchase) return showFailure();
    await whenFinished(purchase);
    location.replace(back);
  } catch {
    showFailure();
  }
}

function showFailure(): void {
  showText(
    'We could not finish here',
    'Your payment is not lost: it goes on with the next page that you open.',
  );
}

function showText(title: string, story: string): void {
  const [heading, paragraph] = ['title', 'story'].map((name) =>
    document.querySelector(`[data-return-${name}]`),
  );
  if (heading) heading.textContent = title;
  if (paragraph) paragraph.textContent = story;
}

function showLink(address: string): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-return-link]');
  if (!link) return;
  link.href = address;
  link.textContent = 'Back to where you were';
}

/** A page of this site; anything else leads to the front page. */
function pageOf({ page }: PaymentReturn): string {
  const url = new URL(page ?? '/', location.origin);
  return url.origin === location.origin ? url.href : '/';
}

/** Resolves when what is under way is over, so that the next page need not begin it anew. */
function whenFinished(purchase: Purchase): Promise<void> {
  return new Promise((resolve) => {
    const stop = purchase.$state.subscribe(({ status, error }) => {
      const isMoving = status === 'finishing' || status === 'verifying';
      if (isMoving && !error) return;
      // `stop` is not there yet in the first call.
      setTimeout(() => {
        stop();
        resolve();
      });
    });
    setTimeout(resolve, timeoutMs);
  });
}
