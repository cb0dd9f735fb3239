import { createTestMerchant } from '../fixtures/provider/merchant.ts';
import { choose, expect, order, payAddress, test } from '../fixtures/provider/provider-test.ts';

const lantern = createTestMerchant('Lantern Row');
const harbour = createTestMerchant('Harbour Films');
test.use({ merchants: async ({}, use) => use([lantern, harbour]) });

const back = 'https://shop.example/return';
const { merchant: _named, ...unnamed } = order;
const pay = (provider: string, asked: Readonly<Record<string, string>>): string =>
  `${provider}/pay?${new URLSearchParams({ return: back, ...asked })}`;
const frame = (provider: string, asked: Readonly<Record<string, string>>): string =>
  `${provider}/frame?${new URLSearchParams({ shop: 'https://shop.example', ...asked })}`;
const told = async (address: string, choice: string): Promise<Record<string, string>> =>
  Object.fromEntries((await choose(address, choice)).searchParams);

/** Status and sentence of a page that refuses, after a look at it and after an attempt to pay. */
async function refusalOf(address: string): Promise<[status: number, why: string]> {
  const page = await fetch(address);
  const text = await page.text();
  expect(text).toContain('This payment cannot begin');
  expect(text).not.toContain('value="approve"');
  const body = new URLSearchParams({ choice: 'approve' });
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(page.status);
  return [page.status, /<\/h1>\s*<p>(.*?)<\/p>/s.exec(text)![1]!];
}

test('a registered order is paid with the title, amount and currency of the merchant', async ({
  page,
  provider,
  shop,
}) => {
  const answer = await lantern.register(provider.url);
  const registered = { ...order, amount: 499 };
  expect([answer.status, await answer.json()]).toEqual([200, registered]);
  await page.goto(payAddress(provider.url, `${shop}/return`, { title: 'Nothing at all' }));
  await expect(page.locator('.lines dt').first()).toHaveText('A Film of the Sea');
  await expect(page.getByText('Nothing at all')).toHaveCount(0);
  await expect(page.getByText('has no account with us')).toHaveCount(0);
  await page.getByRole('button', { name: 'Approve €4.99' }).click();
  await page.waitForURL(`${shop}/return?**`);
  const token = new URL(page.url()).searchParams.get('token');
  expect(await provider.verify(token)).toMatchObject({
    aud: 'Lantern Row',
    sub: order.transaction,
    amount: 499,
    currency: 'EUR',
    outcome: 'approved',
  });
});

test('an address that only names the transaction leads to the registered order', async ({
  provider,
}) => {
  await lantern.register(provider.url);
  const { transaction } = order;
  const { token } = await told(pay(provider.url, { transaction }), 'approve');
  expect(await provider.verify(token)).toMatchObject({ aud: 'Lantern Row', amount: 499 });
  // What a page of another shop says of the price counts as little.
  expect((await told(pay(provider.url, unnamed), 'approve'))['token']).toBe(token);
});

test('a page that invents an order of the merchant gets no payment page', async ({ provider }) => {
  await lantern.register(provider.url);
  const invented = { ...order, transaction: '9007199254740993002' };
  for (const address of [pay(provider.url, invented), frame(provider.url, invented)]) {
    expect(await refusalOf(address)).toEqual([
      404,
      'Lantern Row has registered no order 9007199254740993002 with us. A shop with a key registers each order before it is paid.',
    ]);
  }
  await expect(provider.pay({ ...invented, amount: 499 }, 'approve')).rejects.toThrow(
    'has registered no order',
  );
  expect(provider.payments).toEqual([]);
});

test('a page that changes amount or currency of a registered order is refused', async ({
  provider,
}) => {
  await lantern.register(provider.url);
  for (const [changed, why] of [
    [{ amount: '1' }, 'amount must be 499, as the shop has registered it.'],
    [{ currency: 'IDR' }, 'currency must be EUR, as the shop has registered it.'],
  ] as const) {
    for (const asked of [order, unnamed]) {
      for (const address of [pay, frame]) {
        expect(await refusalOf(address(provider.url, { ...asked, ...changed }))).toEqual([
          409,
          why,
        ]);
      }
    }
  }
  expect((await refusalOf(pay(provider.url, { ...order, amount: '4,99' })))[0]).toBe(400);
  expect(provider.payments).toEqual([]);
});

test('a merchant without a key takes orders as before, and touches none of the others', async ({
  page,
  provider,
  shop,
}) => {
  await lantern.register(provider.url);
  const stranger = { ...order, merchant: 'Another Shop' };
  await page.goto(payAddress(provider.url, `${shop}/return`, stranger));
  await expect(page.getByText('Another Shop has no account with us')).toBeVisible();
  for (const choice of ['decline', 'never']) await told(pay(provider.url, stranger), choice);
  const { token, outcome } = await told(pay(provider.url, order), 'approve');
  expect(outcome).toBe('approved');
  expect((await provider.verify(token)).aud).toBe('Lantern Row');
});

test('two merchants may have the same transaction, and an address must then say whose', async ({
  provider,
}) => {
  await lantern.register(provider.url);
  await harbour.register(provider.url, { amount: 700 });
  expect(await refusalOf(pay(provider.url, { transaction: order.transaction }))).toEqual([
    409,
    'merchant must say whose order it is: several shops have registered this transaction.',
  ]);
  const other = { transaction: order.transaction, merchant: 'Harbour Films' };
  const paid = [pay(provider.url, order), pay(provider.url, other)].map(async (address) =>
    provider.verify((await told(address, 'approve'))['token']),
  );
  expect((await Promise.all(paid)).map(({ aud, amount }) => [aud, amount])).toEqual([
    ['Lantern Row', 499],
    ['Harbour Films', 700],
  ]);
});

test('an order with two amounts is charged once, by either of them', async ({ provider }) => {
  await lantern.register(provider.url, { amount: 799, otherAmount: 1299 });
  const asked = (amount: number): string => pay(provider.url, { ...order, amount: String(amount) });
  expect((await refusalOf(asked(1300)))[0]).toBe(409);
  expect((await told(asked(1299), 'decline'))['outcome']).toBe('declined');
  const { token } = await told(asked(1299), 'approve');
  expect(await provider.verify(token)).toMatchObject({ amount: 1299 });
  expect((await told(asked(799), 'approve'))['token']).toBe(token);
  expect(provider.payments.map(({ amount }) => amount)).toEqual([1299]);
});

test('in the dialog the viewer reads why nothing can be paid, and leaves', async ({
  page,
  provider,
  shop,
  noise,
}) => {
  for (const leave of ['button', 'Escape', 'close'] as const) {
    await page.goto(
      `${shop}/buy?${new URLSearchParams({ ...unnamed, transactionId: '7', merchant: 'Lantern Row' })}`,
    );
    await expect(page.locator('html')).toHaveAttribute('data-loaded');
    await page.getByRole('button', { name: 'Buy' }).press('Enter');
    const dialog = page.frameLocator('iframe');
    await expect(dialog.getByText('Lantern Row has registered no order 7')).toBeVisible();
    await expect(dialog.locator('main')).toBeFocused();
    if (leave === 'button') await dialog.getByRole('button', { name: 'Back to the shop' }).click();
    if (leave === 'Escape') await dialog.locator('main').press('Escape');
    if (leave === 'close') await page.getByRole('button', { name: 'Close the payment' }).click();
    await expect(page.locator('output')).toHaveText('{"outcome":"cancelled"}');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(noise.filter((line) => !line.includes('404'))).toEqual([]);
  expect(provider.payments).toEqual([]);
});
