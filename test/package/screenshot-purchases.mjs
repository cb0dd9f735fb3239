// The states of a purchase, as `usher-purchases` shows them.

const states = [
  'preparing',
  'awaiting-provider',
  'finishing',
  'pending',
  'verifying',
  'granted',
  'failed',
  'abandoned',
  'suspended',
];

/** Replaces the page by a list of one purchase, in a state. */
async function showPurchase(status) {
  const purchase = {
    id: '1',
    transactionId: '4093212',
    item: '1369155',
    streamtype: 'video',
    operation: 'ppv',
    amount: 499,
    currency: 'EUR',
    hours: 48,
    provider: 'card',
    status,
    startedAt: Date.UTC(2026, 10, 24, 19, 30),
    changedAt: Date.now(),
    expiresAt: Date.UTC(2026, 10, 26, 19, 30),
    // Another viewer does not see what it costs.
    ...(status === 'suspended' && { operation: '', amount: null, hours: undefined }),
  };
  const usher = await globalThis.usher.ready();
  const $purchases = { get: () => [purchase], listen: () => () => {} };
  const list = document.createElement('usher-purchases');
  Object.assign(list, { usher: { ...usher, $purchases }, titleOf: () => 'Big Fish' });
  document.body.replaceChildren(list);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('usher-purchases::part(title) { display: none }');
  document.adoptedStyleSheets.push(sheet);
}

/** Takes one picture of each state. */
export async function takePurchaseStates(openPage, pathOf) {
  const page = await openPage('/elements.html', 480, 700, { timezoneId: 'UTC' });
  await page.waitForFunction(() => globalThis.customElements.get('usher-purchases'));
  for (const state of states) {
    await page.evaluate(showPurchase, state);
    const list = page.locator('usher-purchases');
    await list.locator(`[part~=purchase][part~=${state}]`).waitFor();
    await list.screenshot({ path: pathOf(state) });
  }
  await page.close();
}
