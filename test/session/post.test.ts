import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { createUsher, type Usher } from '../../src/index.ts';
import { fakePageClock } from '../fixtures/session/page-clock.ts';
import { rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

describe('a request of the session, where the fetch of a page ignores the signal', () => {
  const never = new Promise<never>(() => {});
  const baseUrl = 'https://stuck.test/v3.1/741';
  const realFetch = globalThis.fetch;
  let asked: string[];
  let usher: Usher;
  let clock: ReturnType<typeof fakePageClock>;
  before(warmUp);
  beforeEach(() => {
    asked = [];
    clock = fakePageClock();
  });
  afterEach(() => {
    usher.dispose();
    globalThis.fetch = realFetch;
    clock.restore();
    for (const name of Object.keys(localStorage)) {
      if (name.includes(baseUrl)) localStorage.removeItem(name);
    }
  });

  /** A page whose requests to the platform never end. */
  function openPage(reply: () => Promise<unknown>): void {
    globalThis.fetch = (async (url: string, init?: RequestInit) => {
      if (!String(url).startsWith(baseUrl)) return realFetch(url, init);
      asked.push(url);
      return reply();
    }) as typeof fetch;
    usher = createUsher({ baseUrl, mode: 'session' });
  }

  for (const [title, reply] of [
    ['no answer comes', () => never],
    [
      'the body of the answer does not end',
      async () => ({ status: 200, headers: new Headers(), text: () => never }),
    ],
  ] as const) {
    it(`ends by its deadline when ${title}`, async () => {
      openPage(reply);
      const failed = rejection(usher.start());
      await until(() => asked.length);
      await clock.tickAsync(10_001);
      expect(await failed).to.include({ code: 'timeout' });
      expect(usher.$session.get().status).to.equal('offline');
    });
  }
});
