// The main journeys in WebKitGTK, by WebDriver: the built files and the demo before a reference
// platform.
import type { PaymentWay } from '../../demo/page/features/checkout/payment-way.ts';
import { locked } from '../fixtures/flows/checkout.ts';
import { test as base, expect, type Site } from '../fixtures/flows/site.ts';
import { startWebKit } from '../support/webkit-driver.mjs';

type WebKit = Awaited<ReturnType<typeof startWebKit>>;
type Tab = Awaited<ReturnType<WebKit['open']>>['page'];

const enter = '\uE007';

const test = base.extend<{ tab: Tab }, { webkit: WebKit }>({
  webkit: [
    async ({}, use) => {
      const webkit = await startWebKit();
      await use(webkit);
      webkit.close();
    },
    { scope: 'worker' },
  ],
  /** The only tab of a browser with a fresh profile. */
  tab: [
    async ({ webkit }, use) => {
      const { page, close } = await webkit.open();
      await use(page);
      await close();
    },
    { timeout: 120_000 }, // It may start more than once.
  ],
  domain: 9291,
});

/** Waits until an element has this attribute. */
async function expectAttribute(
  tab: Tab,
  selector: string,
  name: string,
  value: string,
): Promise<void> {
  await expect
    .poll(
      () =>
        tab.evaluate(
          (css: string, key: string) => document.querySelector(css)?.getAttribute(key),
          selector,
          name,
        ),
      { timeout: 15_000 },
    )
    .toBe(value);
}

/** Waits until the first element that matches shows this text, or any element does. */
async function expectText(tab: Tab, selector: string, text: string): Promise<void> {
  await expect
    .poll(
      () =>
        tab.evaluate(
          (css: string) =>
            [...document.querySelectorAll(css)].map((one) => one.textContent).join('\n'),
          selector,
        ),
      { timeout: 15_000 },
    )
    .toContain(text);
}

async function open(tab: Tab, url: string): Promise<void> {
  await tab.goto(url);
  await expectAttribute(tab, '[data-session]', 'data-status', 'ready');
}

async function logIn(tab: Tab): Promise<void> {
  await tab.click('[data-login]');
  await tab.type('input[name=username]', 'ada');
  await tab.type('input[name=password]', `lovelace${enter}`);
  await expectText(tab, '[data-account]', 'ada');
}

/** Presses the button of the gate whose text ends with this, or begins with it. */
async function clickInGate(tab: Tab, text: string): Promise<void> {
  const click = (wanted: string): boolean => {
    const root = document.querySelector('usher-gate')?.shadowRoot;
    const buttons = Array.from(root?.querySelectorAll('button') ?? []);
    const found = buttons.find(({ textContent }) => {
      const words = textContent?.trim() ?? '';
      return words.startsWith(wanted) || words.endsWith(wanted);
    });
    found?.click();
    return found !== undefined;
  };
  await expect.poll(() => tab.evaluate(click, text), { timeout: 15_000 }).toBe(true);
}

/** Buys a film by one of the site's ways of payment, as far as the provider's page. */
async function rent(tab: Tab, url: string, film: string, way: PaymentWay): Promise<void> {
  await open(tab, `${url}/watch.html?gid=${film}`);
  await logIn(tab);
  await tab.click('[data-session]');
  await tab.evaluate((value: PaymentWay) => {
    const select = document.querySelector<HTMLSelectElement>('#payment-way')!;
    select.value = value;
    select.dispatchEvent(new Event('change'));
  }, way);
  await tab.click('[data-session]');
  await clickInGate(tab, 'Rent for');
  await clickInGate(tab, way === 'page' ? 'on its own page' : 'with Harbour Pay');
}

/** The dialog has the height of the page inside it: from now on a button stays where it is. */
async function waitForDialog(tab: Tab): Promise<void> {
  const isSized = (): boolean =>
    [...document.body.children].some(({ shadowRoot }) =>
      Boolean(shadowRoot?.querySelector<HTMLElement>('dialog.ready iframe')?.style.blockSize),
    );
  await expect.poll(() => tab.evaluate(isSized), { timeout: 15_000 }).toBe(true);
}

const posts = (site: Site, path: string) =>
  site
    .calls(path)
    .filter(({ method }) => method === 'POST')
    .map(({ status }) => status);

/** The film may be watched, and the platform was asked once for each step. */
async function expectBought(tab: Tab, site: Site): Promise<void> {
  await expectAttribute(tab, 'usher-gate', 'access', 'granted');
  await expectText(tab, '[data-ticket]', 'Rented until');
  expect(posts(site, 'payment/preparetransaction')).toEqual([200]);
  await expect.poll(() => posts(site, 'payment/finishtransaction')).toEqual([200]);
}

test('a session is ready after one request that needs no preflight, and goes on with the next page', async ({
  tab,
  site,
}) => {
  await open(tab, site.url);
  expect(site.calls('session/init').map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
  ]);
  await open(tab, `${site.url}/search.html?q=comedy`);
  expect(posts(site, 'session/init')).toEqual([200]);
});

test('a viewer logs in, and is known on the next page', async ({ tab, site }) => {
  await open(tab, site.url);
  await logIn(tab);
  await open(tab, `${site.url}/search.html?q=comedy`);
  await expectText(tab, '[data-account]', 'ada');
  expect(posts(site, 'session/login')).toEqual([200]);
});

test('a film is paid in the page, and may be watched there', async ({ tab, site }) => {
  await rent(tab, site.url, locked.brazil, 'here');
  await waitForDialog(tab);
  await tab.inFrame('iframe[title="Payment by Harbour Pay"]', () =>
    tab.click('button[value=approve]'),
  );
  await expectBought(tab, site);
});

test('a film is paid on the provider’s page, and may be watched when the viewer is back', async ({
  tab,
  site,
}) => {
  await rent(tab, site.url, locked.fargo, 'page');
  await tab.waitForURL(({ pathname }: URL) => pathname === '/pay');
  await tab.click('button[value=approve]');
  // Nothing of the payment is left in the address.
  await tab.waitForURL(({ href }: URL) => href === `${site.url}/watch.html?gid=${locked.fargo}`);
  await expectBought(tab, site);
});

test('“Forget me” ends the session, and the next page begins another', async ({ tab, site }) => {
  await open(tab, site.url);
  await logIn(tab);
  await tab.click('[data-session]');
  await tab.click('[data-forget]');
  await expectAttribute(tab, '[data-session]', 'data-status', 'ended');
  const kept = await tab.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain('ada');
  await open(tab, site.url);
  expect(await tab.evaluate(() => document.querySelector('[data-login]')?.checkVisibility())).toBe(
    true,
  );
  expect(posts(site, 'session/init')).toEqual([200, 200]);
});
