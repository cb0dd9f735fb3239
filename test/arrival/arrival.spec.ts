import { expect, test } from '@playwright/test';
import { takeArrival } from '../../src/arrival/arrival.ts';

/** A page with an address, of which the arrival is taken: what that is, and the address that is then left. */
function arriveAt(href: string): { readonly taken: string; readonly again: string; readonly left: string } {
  const page = globalThis as { location?: unknown; history?: unknown } & Record<symbol, unknown>;
  let left = href;
  page.location = { href };
  page.history = { state: { page: 3 }, replaceState: (state: unknown, _: string, address: string) => void (left = `${JSON.stringify(state)} ${address}`) };
  try {
    return { taken: takeArrival(), again: takeArrival(), left };
  } finally {
    delete page.location;
    delete page.history;
    delete page[Symbol.for('usher:arrival')];
  }
}

const returns = [
  ['alone', 'https://publisher.test/watch?usher-return=741.ab&outcome=approved&token=t', '741.ab&outcome=approved&token=t', 'https://publisher.test/watch'],
  ['behind the page\'s own parameters', 'https://publisher.test/watch?v=7&usher-return=741.ab&outcome=approved', '741.ab&outcome=approved', 'https://publisher.test/watch?v=7'],
  ['with a fragment of the provider\'s', 'https://publisher.test/watch?usher-return=741.ab#token=t', '741.ab#token=t', 'https://publisher.test/watch'],
  ['twice, of which the first counts', 'https://publisher.test/?usher-return=1.a&usher-return=2.b', '1.a', 'https://publisher.test/'],
] as const;
for (const [words, href, taken, left] of returns) {
  test(`a return ${words} is taken out of the address, which is scrubbed with its state kept`, () => {
    expect(arriveAt(href)).toEqual({ taken, again: taken, left: `{"page":3} ${left}` });
  });
}

const others = ['https://publisher.test/watch', 'https://publisher.test/usher-return=741.ab', 'https://publisher.test/?xusher-return=741.ab', 'https://publisher.test/?usher-return=', 'https://publisher.test/?usher-returned=1'];
for (const href of others) {
  test(`nothing is taken out of ${href}, which stays`, () => {
    expect(arriveAt(href)).toEqual({ taken: '', again: '', left: href });
  });
}
