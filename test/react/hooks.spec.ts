import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { createElement, StrictMode, type ReactElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createUsher, type ItemReference, type MediaPage, type Usher } from '../../src/index.ts';
import {
  useItem,
  usePurchases,
  useQuery,
  useSession,
  useUser,
  useUsher,
  UsherProvider,
} from '../../src/react/hooks.ts';
import { createFakeUsher, type FakeUsherOptions } from '../../src/testing/create-fake-usher.ts';
import { film, offer } from '../fixtures/testing/locked-film.ts';

const ada = { id: '17', name: 'ada' };
const pageOf = (title: string): MediaPage => ({
  items: [{ general: { ID: '7', GID: '107', title, streamtype: 'video' }, imagedata: {} }],
  paging: { start: 0, limit: 1, resultcount: 3 },
});

const { window } = new JSDOM('', { pretendToBeVisual: true });
/** The globals of a page that React reads. */
const globals = { window, document: window.document, navigator: window.navigator };

function setGlobals(): void {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}
function removeGlobals(): void {
  for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
}

test.beforeEach(() => {
  setGlobals();
  window.document.body.innerHTML = '<main></main>';
});
// The other files of this worker are no page. React may still have work to do after a test.
test.afterAll(async () => {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  removeGlobals();
  window.close();
});

const main = (): Element => window.document.querySelector('main')!;
const text = (): string => main().textContent;
const shows = (wanted: string): Promise<void> => expect.poll(text).toBe(wanted);
const inside = (usher: Usher, component: () => ReactNode): ReactElement =>
  createElement(StrictMode, {}, createElement(UsherProvider, { usher }, createElement(component)));

interface Mounted {
  /** Renders the component again, for what it closes over. */
  readonly render: (usher?: Usher) => void;
  readonly unmount: () => void;
}

/** Shows a component in the document. React reads its globals when it is imported. */
async function mount(usher: Usher, component: () => ReactNode): Promise<Mounted> {
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(main());
  const render = (now = usher): void => root.render(inside(now, component));
  render();
  return { render, unmount: () => root.unmount() };
}

const options = {
  user: ada,
  items: { '7/video': 'denied' },
  offers: [offer],
} as const satisfies FakeUsherOptions;

test('useUser opens the session, and follows login and logout', async () => {
  const usher = createFakeUsher(options);
  const { unmount } = await mount(usher, () => {
    const { isLoaded, isLoggedIn, user } = useUser();
    return `${isLoaded} ${isLoggedIn} ${user?.name}`;
  });
  await shows('true true ada');
  await usher.logout();
  await shows('true false undefined');
  await usher.login({ username: 'ada', password: 'any' });
  await shows('true true ada');
  unmount();
});

test('useUser shows why the session cannot be opened, until it is', async () => {
  const usher = createFakeUsher(options);
  usher.goOffline();
  const { unmount } = await mount(usher, () => {
    const { isLoaded, user, error } = useUser();
    return `${isLoaded} ${user?.name} ${error?.code}`;
  });
  await shows('false undefined network');
  await usher.goOnline();
  await shows('true ada undefined');
  usher.goOffline();
  await shows('true ada network');
  unmount();
});

test('useSession follows the session, and does not open it', async () => {
  const usher = createFakeUsher(options);
  const { unmount } = await mount(usher, () => useSession().status);
  await shows('idle');
  await usher.start();
  await shows('ready');
  expect(usher.$session.get().status).toBe('ready');
  usher.goOffline();
  await shows('offline');
  unmount();
});

test('useItem without an item checks nothing, until there is one', async () => {
  const usher = createFakeUsher(options);
  const page: { reference?: ItemReference } = {};
  const { render, unmount } = await mount(usher, () => {
    const { access, checking, offers, item } = useItem(page.reference);
    return `${access} ${checking} ${offers.length} ${item !== undefined}`;
  });
  await shows('unknown false 0 false');
  expect(usher.$session.get().status).toBe('idle');
  page.reference = film;
  render();
  await shows('denied false 1 true');
  delete page.reference;
  render();
  await shows('unknown false 0 false');
  unmount();
});

test('useItem and usePurchases show a film that is bought', async () => {
  const usher = createFakeUsher(options);
  let renders = 0;
  const items = new Set<unknown>();
  const { unmount } = await mount(usher, () => {
    // The reference is another object in each render.
    const { access, offers, item } = useItem({ ...film });
    renders += 1;
    items.add(item);
    return `${access} ${offers.length} ${usePurchases()
      .map(({ status }) => status)
      .join()}`;
  });
  await shows('denied 1 ');
  const purchase = await usher.item(film).buy(offer, { provider: 'card' });
  await shows('denied 1 awaiting-provider');
  await usher.finishPurchase(purchase);
  await shows('granted 0 granted');
  expect(items.size).toBe(1);
  expect(renders).toBeLessThan(40);
  unmount();
});

/** Answers to `latest` by their start, each when the test says so. */
function laterAnswers(): {
  readonly answers: FakeUsherOptions['answers'];
  readonly answer: (start: number, title: string) => Promise<void>;
} {
  const waiting = new Map<number, (page: MediaPage) => void>();
  const isAsked = (start: number): Promise<void> =>
    expect.poll(() => waiting.has(start)).toBe(true);
  return {
    answers: {
      'allmedia/latest': ({ start = 0 }) =>
        new Promise((resolve) => waiting.set(Number(start), resolve)),
    },
    async answer(start, title) {
      await isAsked(start);
      waiting.get(start)!(pageOf(title));
      waiting.delete(start);
    },
  };
}

/** A list that begins at a place that the test changes. */
const listAt = (place: { start: number; enabled?: boolean }) => () => {
  const { start, enabled } = place;
  const { data, loading, isPrevious } = useQuery(
    'allmedia/latest',
    { start, limit: 1 },
    { enabled },
  );
  const title = data?.items[0]?.general.title ?? 'nothing';
  return `${title}${loading ? ' loading' : ''}${isPrevious ? ' previous' : ''}`;
};

test('useQuery keeps the previous page while the next one loads', async () => {
  const { answers, answer } = laterAnswers();
  const place = { start: 0 };
  const { render, unmount } = await mount(createFakeUsher({ answers }), listAt(place));
  await shows('nothing loading');
  await answer(0, 'Sintel');
  await shows('Sintel');
  place.start = 1;
  render();
  await shows('Sintel loading previous');
  await answer(1, 'Elephants Dream');
  await shows('Elephants Dream');
  place.start = 0;
  render();
  await shows('Sintel'); // from memory
  unmount();
});

/** The latest films, or those that a search finds. */
const listOrSearch = (search: { query: string }) => () => {
  const { query } = search;
  const { data, isPrevious } = useQuery(
    query ? 'allmedia/byquery' : 'allmedia/latest',
    query ? { query } : {},
  );
  return `${data?.items[0]?.general.title}${isPrevious ? ' previous' : ''}`;
};

test('useQuery keeps the list while a search loads in its place', async () => {
  let answer!: (page: MediaPage) => void;
  const found = new Promise<MediaPage>((resolve) => (answer = resolve));
  const search = { query: '' };
  const usher = createFakeUsher({
    answers: { 'allmedia/latest': () => pageOf('Sintel'), 'allmedia/byquery': () => found },
  });
  const { render, unmount } = await mount(usher, listOrSearch(search));
  await shows('Sintel');
  search.query = 'dream';
  render();
  await shows('Sintel previous');
  answer(pageOf('Elephants Dream'));
  await shows('Elephants Dream');
  unmount();
});

test('useQuery shows no page of another viewer', async () => {
  const { answers, answer } = laterAnswers();
  const usher = createFakeUsher({ ...options, answers });
  const place = { start: 0 };
  const { render, unmount } = await mount(usher, listAt(place));
  await shows('nothing loading');
  await answer(0, 'for ada');
  await shows('for ada');
  place.start = 1;
  render();
  await shows('for ada loading previous');
  const seen: string[] = [];
  const observer = new window.MutationObserver(() => seen.push(text()));
  observer.observe(main(), { childList: true, subtree: true, characterData: true });
  await usher.setUser({ id: '5', name: 'eve' });
  await shows('nothing loading');
  await answer(1, 'for eve');
  await shows('for eve');
  observer.disconnect();
  expect(seen.filter((each) => each.includes('for ada'))).toEqual([]);
  unmount();
});

test('useQuery shows no page of another runtime, whose viewer has the same ID', async () => {
  const [one, other] = [laterAnswers(), laterAnswers()];
  const place = { start: 0 };
  const usher = createFakeUsher({ ...options, answers: one.answers });
  const next = createFakeUsher({ ...options, answers: other.answers });
  await next.start();
  const { render, unmount } = await mount(usher, listAt(place));
  await one.answer(0, 'of the first platform');
  await shows('of the first platform');
  render(next);
  await shows('nothing loading');
  await other.answer(0, 'of the second platform');
  await shows('of the second platform');
  unmount();
});

test('useQuery asks nothing while it is not enabled', async () => {
  const asked: unknown[] = [];
  const place = { start: 0, enabled: false };
  const usher = createFakeUsher({
    answers: {
      'allmedia/latest': (values) => {
        asked.push(values);
        return pageOf('Sintel');
      },
    },
  });
  const { render, unmount } = await mount(usher, listAt(place));
  await shows('nothing');
  await usher.start();
  expect(asked).toEqual([]);
  place.enabled = true;
  render();
  await shows('Sintel');
  expect(asked).toHaveLength(1);
  unmount();
});

test('wrong values of a query are its error', async () => {
  const usher = createFakeUsher();
  const { unmount } = await mount(usher, () => {
    const { error, loading } = useQuery('allmedia/latest', { limit: -1 });
    return `${error?.code} ${loading}`;
  });
  await shows('input false');
  unmount();
});

/** Everything that the hooks know, as text. */
function Everything(): string {
  const { isLoaded } = useUser();
  const { access } = useItem(film);
  const { data, loading } = useQuery('allmedia/latest', { limit: 1 });
  const title = data?.items[0]?.general.title;
  const { status } = useSession();
  return `${isLoaded} ${access} ${title} ${loading} ${usePurchases().length} ${status}`;
}
const onServer = 'false unknown undefined true 0 idle';

test('a server renders the first values, without a window and without a request', () => {
  removeGlobals();
  const { fetch } = globalThis;
  let requests = 0;
  globalThis.fetch = (...given) => {
    requests += 1;
    return fetch(...given);
  };
  const usher = createUsher({ baseUrl: 'https://api.example.com/v3.1/741' });
  expect(renderToString(inside(usher, Everything))).toBe(onServer);
  expect(usher.$session.get().status).toBe('idle');
  globalThis.fetch = fetch;
  setGlobals();
  expect(requests).toBe(0);
});

test('a page that knows more than the server is hydrated without a mismatch', async () => {
  const usher = createFakeUsher({ ...options, answers: { 'allmedia/latest': pageOf('Sintel') } });
  await usher.start();
  await usher.item(film).check();
  main().innerHTML = onServer;
  const { hydrateRoot } = await import('react-dom/client');
  const reported: unknown[] = [];
  const root = hydrateRoot(main(), inside(usher, Everything), {
    onRecoverableError: (error) => reported.push(error),
  });
  await shows('true denied Sintel false 0 ready');
  expect(reported).toEqual([]);
  root.unmount();
});

test('a component without a provider gets an error that says what is missing', () => {
  expect(() => renderToString(createElement(() => useUsher().$session.get().status))).toThrow(
    'put <UsherProvider usher={usher}> around the component',
  );
});
