// The page that a payment window comes back to. It loads nothing but the runtime, which takes the
// return out of the address, writes it down, and closes the window. What follows is for a browser
// that did not open a window, or does not close it: back to the page where the purchase began.
(window.usher = window.usher || []).push(async function (usher) {
  const title = document.querySelector('[data-return-title]');
  const story = document.querySelector('[data-return-story]');
  const link = document.querySelector('[data-return-link]');
  const tell = (heading, words) => {
    title.textContent = heading;
    story.textContent = words;
  };
  try {
    const checkout = await usher.checkout();
    const arrival = await checkout.returned();
    if (!arrival) {
      return tell(
        'Nothing to finish here',
        'This payment was not begun in this browser. Go back to where you began it; if you have paid, log in there and your ticket is waiting.',
      );
    }
    const back = pageOf(arrival);
    link.href = back;
    link.textContent = 'Back to where you were';
    await settled(await checkout.purchase(arrival.id));
    location.replace(back);
  } catch {
    tell(
      'We could not finish here',
      'Your payment is not lost: it goes on with the next page that you open.',
    );
  }
});

window.addEventListener('usher-error', () => {
  document.querySelector('[data-return-title]').textContent = 'We could not finish here';
  document.querySelector('[data-return-story]').textContent =
    'Your payment is not lost: it goes on with the next page that you open.';
});

/** A page of this site; anything else leads to the front page. */
function pageOf({ page }) {
  const url = new URL(page ?? '/', location.origin);
  return url.origin === location.origin ? url.href : '/';
}

/** Longer than a finish takes as a rule; what takes longer goes on at the next page. */
const patienceMs = 8000;

/** Resolves when what is under way is through, so that the next page need not begin it anew. */
function settled(purchase) {
  return new Promise((resolve) => {
    const stop = purchase.$state.subscribe(({ status, error }) => {
      if (error || !/^(finishing|verifying)$/.test(status)) {
        setTimeout(() => {
          stop();
          resolve();
        });
      }
    });
    setTimeout(resolve, patienceMs);
  });
}
