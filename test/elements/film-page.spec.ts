import {
  expectPlays,
  fillLogin,
  filmPath,
  gateOf,
  openAsAda,
  rentBy,
} from '../fixtures/elements/film-page.ts';
import { choose, inPage, isRefusal } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

const pay = (label: string): string => `Pay €4.99 with ${label}`;

test.describe('in the page', () => {
  test.use({ domain: 9511 });
  test(
    'the keyboard alone is enough to log in, pay and play',
    { tag: '@main' },
    async ({ page, site, noise }) => {
      const answer = await page.goto(site.url + filmPath);
      const policy = answer!.headers()['content-security-policy'];
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types usher lit-html");
      expect(policy).not.toContain('unsafe');
      const focused = (): Promise<string> =>
        page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          return `${element?.textContent?.trim()} ${element?.getAttribute('name') ?? ''}`;
        });
      const tabTo = async (text: string): Promise<void> => {
        for (let presses = 0; presses < 8; presses++) {
          await page.keyboard.press('Tab');
          if ((await focused()).includes(text)) return;
        }
        throw new Error(`${text} is not reached, but ${await focused()}`);
      };
      await expect(gateOf(page).getByRole('button', { name: 'Rent for' })).toBeVisible();
      await tabTo('Rent for');
      await page.keyboard.press('Enter');
      await expect(gateOf(page).getByRole('heading', { name: 'Log in' })).toBeFocused();
      await tabTo('username');
      await page.keyboard.type('ada');
      await tabTo('password');
      await page.keyboard.type('lovelace');
      await page.keyboard.press('Enter');
      await expect(gateOf(page).getByRole('heading', { name: 'Rent for €4.99' })).toBeFocused();
      await tabTo('Harbour Pay');
      await page.keyboard.press('Enter');
      await expect(inPage(page).locator('main')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter'); // Approve
      await expectPlays(page);
      await expect(page.locator('video')).toBeFocused();
      await expect(page.locator('usher-purchases')).toContainText('Big Fish');
      await expect(page.locator('usher-purchases')).toContainText('Paid');
      expect(noise).toEqual([]);
      expect(
        site.calls('payment/finishtransaction').filter(({ method }) => method === 'POST'),
      ).toHaveLength(1);
    },
  );
});

test.describe('in a window', () => {
  test.use({ domain: 9512 });
  test('a payment window opens in the click, and the film is paid in it', async ({
    page,
    site,
    noise,
  }) => {
    await openAsAda(page, site.url);
    const opening = page.waitForEvent('popup');
    await rentBy(page, pay('Harbour Pay in a window'));
    const popup = await opening;
    await popup.waitForURL(/\/pay\?/);
    await expect(gateOf(page)).toContainText('Waiting for your payment');
    const closed = popup.waitForEvent('close');
    await choose(popup, 'Approve');
    await closed;
    await expectPlays(page);
    expect(noise).toEqual([]);
  });
});

test.describe('in a closed window', () => {
  test.use({ domain: 9515 });
  test('the same purchase can be opened again', async ({ page, site }) => {
    await page.clock.install();
    await page.goto(`${site.url}${filmPath}`);
    await page.locator('usher-account').getByRole('button', { name: 'Log in' }).click();
    await fillLogin(page.locator('usher-account'));
    const gate = gateOf(page);
    await gate.getByRole('button', { name: 'Buy for' }).click();
    const opening = page.waitForEvent('popup');
    await gate.getByRole('button', { name: 'in a window' }).click();
    const popup = await opening;
    await popup.waitForURL(/\/pay\?/);
    await popup.close();
    await page.clock.fastForward(11_000);
    const again = page.waitForEvent('popup');
    await gate.getByRole('button', { name: 'Continue the payment' }).click();
    await choose(await again, 'Approve');
    await expectPlays(page);
    expect(
      site.calls('payment/preparetransaction').filter(({ method }) => method === 'POST'),
    ).toHaveLength(1);
  });
});

test.describe('on the page of the provider', () => {
  test.use({ domain: 9513 });
  test('a film plays when the viewer is back', async ({ page, site, noise }) => {
    await openAsAda(page, site.url);
    await rentBy(page, pay('Harbour Pay on its own page'));
    await page.waitForURL(/\/pay\?/);
    await choose(page, 'Approve');
    await page.waitForURL(`${site.url}${filmPath}`);
    await expectPlays(page);
    expect(noise).toEqual([]);
  });
});

test.describe('without a grant', () => {
  test.use({ domain: 9514 });
  test('a declined payment is reported, and the film is offered again', async ({
    page,
    site,
    noise,
  }) => {
    await openAsAda(page, site.url);
    await rentBy(page, pay('Harbour Pay'));
    await choose(inPage(page), 'Decline');
    await expect(gateOf(page)).toContainText('The payment was declined');
    await expect(gateOf(page).getByRole('button', { name: 'Rent for' })).toBeVisible();
    expect(noise.filter((line) => !isRefusal(line))).toEqual([]);
  });

  test('a wrong password and a wrong voucher have clear messages', async ({ page, site }) => {
    await page.goto(site.url + filmPath);
    const gate = gateOf(page);
    await gate.getByRole('button', { name: 'Redeem a voucher' }).click();
    await fillLogin(gate, 'wrong');
    await expect(gate.getByText('User name or password is wrong.')).toBeVisible();
    await fillLogin(gate);
    await gate.getByLabel('Voucher code').fill('NOTHING');
    await page.keyboard.press('Enter');
    await expect(gate.getByText('There is no such code.')).toBeVisible();
    const code = gate.locator('input[name=code]');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toHaveAccessibleDescription(/^There is no such code/);
  });

  test('after a logout the offers are shown, also on the next visit', async ({ page, site }) => {
    await openAsAda(page, site.url);
    await page.locator('usher-account').getByRole('button', { name: 'Log out' }).click();
    await expect(gateOf(page).getByText('Already bought or subscribed?')).toBeVisible();
    await page.reload();
    await expect(gateOf(page).getByText('Already bought or subscribed?')).toBeVisible();
  });
});

test.describe('in a low window', () => {
  test.use({ domain: 9516, viewport: { width: 844, height: 390 } });
  test('the picture of a film that is held reaches to the lower end of its gate', async ({
    page,
    site,
  }) => {
    await page.goto(site.url + filmPath);
    const gate = gateOf(page);
    await expect(gate.getByRole('button', { name: 'Rent for' })).toBeVisible();
    const [whole, picture] = await Promise.all([
      gate.boundingBox(),
      gate.locator('video').boundingBox(),
    ]);
    expect(whole!.height).toBeGreaterThan(390);
    expect(picture!.y + picture!.height).toBeCloseTo(whole!.y + whole!.height, 0);
  });
});
