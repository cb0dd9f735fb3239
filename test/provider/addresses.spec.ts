import { appendToQuery, policySource } from '../../demo/provider/shop-address.ts';
import { abortRequest, printedErrors } from '../fixtures/platform/aborted-request.ts';
import { choose, expect, order, payAddress, test } from '../fixtures/provider/provider-test.ts';

const refused = [
  'javascript:alert(1)',
  'JavaScript://shop.example/%0aalert(1)',
  'data:text/html,x',
  '//evil.example',
  '\\\\evil.example',
  '\\evil.example',
  '/\\evil.example',
  '/return',
  'return.html',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://shop.example\\@evil.example',
  'https://shop.example@evil.example/',
  'https://user:secret@shop.example/',
  'https://@shop.example/',
  'https://shop.example/a\nb',
  ' https://shop.example/',
  'https://shop.example/\t',
  'ftp://shop.example/',
  'https://',
  'https://?return',
  'https://shop.example:port/',
  '',
];

test('a viewer is sent only to plain web addresses', async ({ provider }) => {
  for (const back of refused) {
    const address = payAddress(provider.url, back);
    const page = await fetch(address);
    const text = await page.text();
    expect(
      [page.status, text.includes('This payment cannot begin'), text.includes('<form')],
      back,
    ).toEqual([400, true, false]);
    await expect(choose(address, 'approve'), back).rejects.toThrow('answered 400');
    const framed = `${provider.url}/frame?${new URLSearchParams({ ...order, shop: back })}`;
    expect((await fetch(framed)).status, back).toBe(400);
  }
  expect(provider.payments).toEqual([]);
});

test('the outcome is appended to the query, and the rest stays unchanged', () => {
  const cases = [
    ['https://shop.example', 'https://shop.example/?outcome=cancelled'],
    ['https://shop.example/a?', 'https://shop.example/a?outcome=cancelled'],
    [
      'https://shop.example/a?b=c%20d+e&f&b=2&',
      'https://shop.example/a?b=c%20d+e&f&b=2&outcome=cancelled',
    ],
    ['https://shop.example/a?b=/?x#c?d#e', 'https://shop.example/a?b=/?x&outcome=cancelled#c?d#e'],
    ['https://shop.example/a?token=kept', 'https://shop.example/a?token=kept&outcome=cancelled'],
  ] as const;
  for (const [back, expected] of cases) {
    expect(appendToQuery(new URL(back), { token: undefined, outcome: 'cancelled' })).toBe(expected);
  }
  expect(appendToQuery(new URL('https://shop.example/'), { token: 'a&b=c#d' })).toBe(
    'https://shop.example/?token=a%26b%3Dc%23d',
  );
});

test('the page may send its form only to the shop in the address', async ({ provider }) => {
  const policy = (
    await fetch(payAddress(provider.url, 'https://shop.example:8443/return?a;script-src=*'))
  ).headers.get('Content-Security-Policy');
  expect(policy).toContain("form-action 'self' https://shop.example:8443;");
  expect(policy).not.toMatch(/script-src|unsafe|\*/);
  expect(policySource(new URL('http://[::1]:4173/return'))).toBe('http:');
});

test('an order that cannot be paid is refused with the parameter named, and no part of it runs', async ({
  provider,
  shop,
}) => {
  const cases = [
    { amount: '19.99' },
    { amount: '-1' },
    { amount: 'NaN' },
    { amount: '9007199254740993' },
    { amount: '' },
    { amount: '1e3' },
    { currency: 'euro' },
    { currency: 'eur' },
    { transaction: '' },
    { transaction: 'a b' },
    { title: 'x'.repeat(201) },
    { merchant: 'a\u0000b' },
  ];
  for (const changed of cases) {
    const page = await fetch(payAddress(provider.url, `${shop}/return`, changed));
    expect([page.status, await page.text()], JSON.stringify(changed)).toEqual([
      400,
      expect.stringContaining(`${Object.keys(changed)[0]} must be`),
    ]);
  }
  await expect(choose(payAddress(provider.url, `${shop}/return`), 'steal')).rejects.toThrow(
    'choice must be one of',
  );
  const page = await fetch(
    payAddress(provider.url, `${shop}/return`, {
      title: '<script>alert(1)</script>',
      merchant: '"><b>',
    }),
  );
  const text = await page.text();
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toMatch(/<script|<b>/);
});

test('amounts are shown in the format of the currency', async ({ provider, shop }) => {
  for (const [amount, currency, shown] of [
    ['500', 'JPY', '¥500'],
    ['0', 'EUR', '€0.00'],
    ['1234', 'KWD', 'KWD\u00a01.234'],
    ['123456', 'USD', '$1,234.56'],
  ] as const) {
    const page = await fetch(payAddress(provider.url, `${shop}/return`, { amount, currency }));
    expect(await page.text()).toContain(`>${shown}</p>`);
  }
});

test('a body beyond one megabyte is refused unread, announced or not', async ({ provider }) => {
  const large = 'x'.repeat(1_000_001);
  for (const address of [
    payAddress(provider.url, 'https://shop.example/'),
    `${provider.url}/frame?${new URLSearchParams({ ...order, shop: 'https://shop.example' })}`,
    `${provider.url}/store/io/receipts`,
  ]) {
    expect((await fetch(address, { method: 'POST', body: large })).status, address).toBe(413);
    const streamed = new Blob([large]).stream();
    // `duplex` is not yet in the types of every library.
    const init = { method: 'POST', body: streamed, duplex: 'half' } as RequestInit;
    expect((await fetch(address, init)).status, address).toBe(413);
  }
  const body = new Blob(['choice=cancel']).stream();
  const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
  const small = await fetch(payAddress(provider.url, 'https://shop.example/'), init);
  expect(small.headers.get('Location')).toBe('https://shop.example/?outcome=cancelled');
});

test('a body that breaks off is not printed as an error', async ({ provider }) => {
  const printed = await printedErrors(async () => {
    await abortRequest(payAddress(provider.url, 'https://shop.example/'));
    await abortRequest(`${provider.url}/store/io/receipts`);
    await fetch(`${provider.url}/jwks.json`);
    await provider.close();
  });
  expect(printed).toEqual([]);
});
