import { expect, test } from '@playwright/test';
import { returnMark, takeArrival } from '../../src/arrival/arrival.ts';

interface Taken {
  readonly taken: string;
  /** The address that is left, with the state of its history where that was written anew. */
  readonly left: string;
}

/** A page with an address, of which a runtime takes its arrival. */
function arriveAt(href: string, domain: string | undefined): Taken {
  const page = globalThis as { location?: unknown; history?: unknown };
  let left = href;
  page.location = { href };
  page.history = { state: { page: 3 }, replaceState: (state: unknown, _: string, address: string) => void (left = `${JSON.stringify(state)} ${address}`) };
  try {
    return { taken: takeArrival(domain), left };
  } finally {
    delete page.location;
    delete page.history;
  }
}

const returns = [
  ['alone', 'https://publisher.test/watch?usher-return=741.ab&outcome=approved&token=t', 'ab&outcome=approved&token=t', 'https://publisher.test/watch'],
  ['behind the page\'s own parameters', 'https://publisher.test/watch?v=7&usher-return=741.ab&outcome=approved', 'ab&outcome=approved', 'https://publisher.test/watch?v=7'],
  ['with a fragment of the provider\'s', 'https://publisher.test/watch?usher-return=741.ab#token=t', 'ab#token=t', 'https://publisher.test/watch'],
  ['twice, of which the first counts', 'https://publisher.test/?usher-return=741.a&usher-return=741.b', 'a&', 'https://publisher.test/'],
] as const;
for (const [words, href, taken, left] of returns) {
  test(`a return ${words} is taken out of the address, which is scrubbed with its state kept`, () => {
    const found = arriveAt(href, '741');
    expect(found.left).toBe(`{"page":3} ${left}`);
    expect(found.taken.startsWith(taken)).toBe(true);
  });
}

const others = [
  'https://publisher.test/watch', 'https://publisher.test/?usher-return=742.ab', 'https://publisher.test/?usher-return=7411.ab', 'https://publisher.test/?usher-return=741.',
  'https://publisher.test/?usher-return=', 'https://publisher.test/?usher-returned=741.ab',
];
for (const href of others) {
  test(`nothing is taken out of ${href} for domain 741, which stays`, () => {
    expect(arriveAt(href, '741')).toEqual({ taken: '', left: href });
  });
}

test('a runtime without a domain takes its own return only', () => {
  expect(returnMark()).toBe('usher-return=.');
  expect(arriveAt('https://publisher.test/?usher-return=.ab&outcome=approved', undefined).taken).toBe('ab&outcome=approved');
  expect(arriveAt('https://publisher.test/?usher-return=741.ab&outcome=approved', undefined).taken).toBe('');
});
