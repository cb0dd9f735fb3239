import { expect, test } from '@playwright/test';
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import {
  mountFilm,
  offer,
  until,
  useFilm,
  watchFilm,
  type FilmView,
} from '../fixtures/testing/locked-film.ts';

const options = {
  user: { id: '17', name: 'ada' },
  items: { '7/video': 'denied' },
  offers: [offer],
} as const;

/**
 * Runs a test with the globals of a document, as runners of unit tests set them, or without any:
 * another file of this worker may have left some.
 */
async function withGlobals(window: object | undefined, run: () => Promise<void>): Promise<void> {
  const names = ['window', 'document', 'localStorage', 'sessionStorage', 'location'];
  const page = window as Record<string, unknown> | undefined;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of names) {
    Reflect.deleteProperty(globalThis, name);
    if (page) Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
  }
  try {
    await run();
  } finally {
    names.forEach((name, index) => {
      Reflect.deleteProperty(globalThis, name);
      if (before[index]) Object.defineProperty(globalThis, name, before[index]);
    });
  }
}

test('a component of a locked film works in Node, without other packages', async () => {
  await withGlobals(undefined, async () => {
    expect('document' in globalThis).toBe(false);
    const usher = createFakeUsher(options);
    let view: FilmView | undefined;
    const stop = watchFilm(usher, (now) => {
      view = now;
    });
    await until(() => view, { notice: 'denied, not-paid', button: 'Rent for €4.99' });
    await usher.grant('7/video', { reason: 'voucher' });
    await until(() => view, { notice: 'granted, voucher', button: '' });
    stop();
    usher.dispose();
  });
});

const windows = {
  jsdom: () => new JSDOM('', { url: 'https://shop.example.com/' }).window,
  'happy-dom': () => new Window({ url: 'https://shop.example.com/' }),
};

for (const [name, open] of Object.entries(windows)) {
  test(`it works in ${name}, and stores nothing there`, async () => {
    const window = open();
    await withGlobals(window, async () => {
      const usher = createFakeUsher(options);
      const stop = mountFilm(usher, document);
      await useFilm(document, usher);
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
      stop();
      usher.dispose();
    });
    window.close();
  });
}
