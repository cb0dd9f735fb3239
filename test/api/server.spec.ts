import { expect, test } from '@playwright/test';
import { createUsher, type Usher } from '../../src/index.ts';

const options = { baseUrl: 'https://api.example.com/v3.1/741' };
const film = { item: 7, streamtype: 'video' } as const;

let sent: unknown[];
const { fetch } = globalThis;
test.beforeEach(() => {
  sent = [];
  globalThis.fetch = async (...given) => {
    sent.push(given);
    throw new Error('a server sends nothing');
  };
});
test.afterEach(() => {
  globalThis.fetch = fetch;
});

test('on a server the stores have idle values', () => {
  const usher = createUsher(options);
  expect(usher.$session.get()).toMatchObject({ status: 'idle', id: null });
  expect(usher.$user.get()).toBeUndefined();
  expect(usher.$purchases.get()).toEqual([]);
  expect(usher.item(film).$state.get()).toMatchObject({ access: 'unknown', checking: false });
  expect(usher.$query('allmedia/latest').get().data).toBeUndefined();
});

test('on a server the option `start` sends nothing, and rejects nothing', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const usher = createUsher({ ...options, start: true });
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  process.off('unhandledRejection', note);
  expect(usher.$session.get().status).toBe('idle');
  expect([...sent, ...unhandled]).toEqual([]);
});

for (const [name, call] of Object.entries<(usher: Usher) => Promise<unknown>>({
  start: (usher) => usher.start(),
  login: (usher) => usher.login({ username: 'ada', password: 'lovelace' }),
  call: (usher) => usher.call('session/currentweather'),
  checkout: (usher) => usher.checkout(),
  allmedia: (usher) => usher.allmedia(),
  buy: (usher) =>
    usher.item(film).buy({ operation: 'ppv', amount: 1, currency: 'EUR', provider: 'card' }),
})) {
  test(`on a server ${name} rejects with unsupported, and nothing is sent`, async () => {
    await expect(call(createUsher(options))).rejects.toMatchObject({ code: 'unsupported' });
    expect(sent).toEqual([]);
  });
}

test('on a server an item shows why it was not checked', async () => {
  const state = await createUsher(options).item(film).check();
  expect(state).toMatchObject({ access: 'unknown', error: { code: 'unsupported' } });
});

test('on a server dispose() ends a runtime, and a gate is no error of the page', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown): number => uncaught.push(error);
  process.on('uncaughtException', note);
  const usher = createUsher(options);
  usher.gate({} as never, usher.item(film));
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  usher.dispose();
  process.off('uncaughtException', note);
  expect(usher.$session.get().status).toBe('ended');
  expect(uncaught).toEqual([]);
});

test('on a server no two requests share a runtime', () => {
  expect(createUsher(options)).not.toBe(createUsher(options));
});
