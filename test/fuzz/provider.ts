import fc from 'fast-check';
import { startProvider } from '../../demo/provider/start-provider.ts';
import { createTarget } from './fuzz.ts';
import { hostileJson, hostileText, wellFormed } from './hostile.ts';

const parameters = ['transaction', 'merchant', 'title', 'amount', 'currency', 'return', 'shop'];
/** An order that can be paid. The hostile values replace some of it. */
const order = {
  transaction: '17',
  title: 'Metropolis',
  amount: '499',
  currency: 'EUR',
  return: 'http://127.0.0.1:9/back',
  shop: 'http://127.0.0.1:9',
};

/** An address of the provider, with a body. */
interface Visit {
  readonly path: string;
  readonly method: string;
  readonly body: string;
}

const anyVisit: fc.Arbitrary<Visit> = fc
  .record({
    place: fc.constantFrom('/pay', '/frame', '/orders', '/store/io/receipts', '/payments', '/'),
    segment: fc.option(hostileText, { nil: undefined }),
    changes: fc.array(fc.tuple(fc.constantFrom(...parameters), hostileText), { maxLength: 3 }),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    body: fc.oneof(
      fc.constantFrom('choice=approve', 'choice=decline', 'choice=x', ''),
      hostileText,
      hostileJson.map((value) => JSON.stringify(value)),
    ),
  })
  .map(({ place, segment, changes, method, body }) => {
    const query = new URLSearchParams({ ...order, ...Object.fromEntries(changes) });
    const end = segment === undefined ? '' : `/${encodeURIComponent(wellFormed(segment))}`;
    return { path: `${place}${end}?${query}`, method, body: wellFormed(body) };
  });

/** The demo payment provider: no fault of its own, and no text of the address becomes markup. */
export const providerTarget = createTarget({
  name: 'provider',
  about: 'visits of the payment provider: no 5xx, no markup from the address',
  values: fc.array(anyVisit, { minLength: 1, maxLength: 6 }),
  async open() {
    const { url, close } = await startProvider();
    return {
      async holds(visits) {
        for (const visit of visits) await check(url, visit);
      },
      close,
    };
  },
});

async function check(url: string, { path, method, body }: Visit): Promise<void> {
  const hasBody = method !== 'GET' && method !== 'OPTIONS' && body !== '';
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    ...(hasBody && { body }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`answered by ${response.status}: ${text}`);
  if (text.includes('<script>alert')) throw new Error(`markup of the address: ${text}`);
}
