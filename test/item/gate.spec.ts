import { getEventListeners } from 'node:events';
import { expect, test } from '@playwright/test';
import { atom } from 'nanostores';
import { InputError } from '../../src/errors/input-error.ts';
import type { GateStatus } from '../../src/item/gate-status.ts';
import { holdElement } from '../../src/item/gate.ts';
import { unasked } from '../../src/item/item-state.ts';
import { holdFilm, settled, type HeldFilm } from '../fixtures/item/held-film.ts';
import { Player } from '../fixtures/item/player.ts';

const url = 'https://media.test/film.mp4';

test('a gate refuses an element that cannot play, an item that is none, and a wrong option', () => {
  const item = { $state: atom(unasked), check() {}, claim() {}, sources() {} };
  const refused = (element: unknown, of: unknown, options: object): string | undefined => {
    try {
      holdElement(element as never, of as never, options, {
        $status: atom<GateStatus>('checking'),
        signals: [],
        checkKeepalive() {},
        viewer: () => ({ userId: '17', epoch: 1 }),
      });
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect(error).toHaveProperty('endpoint', 'usher.gate');
      return (error as InputError).field;
    }
  };
  const play = (): void => {};
  for (const element of [undefined, null, 'video', {}, { play }, { pause: play }]) {
    expect(refused(element, item, {})).toBe('element');
  }
  for (const none of [undefined, null, 7, {}, { $state: {} }]) {
    expect(refused(new Player(), none, {})).toBe('item');
  }
  for (const previewSeconds of [-1, NaN, '30', null]) {
    expect(refused(new Player(), item, { previewSeconds })).toBe('previewSeconds');
  }
  for (const name of ['load', 'onError']) {
    for (const value of [null, 1, 'load']) {
      expect(refused(new Player(), item, { [name]: value })).toBe(name);
      expect(refused(new Player(), item, { [name]: undefined })).toBe(undefined);
    }
  }
  expect(refused(new Player(), item, { previewSeconds: 0, load() {}, onError() {} })).toBe(
    undefined,
  );
});

test('a player that plays already is held, and plays by itself once with the grant', async () => {
  const player = new Player();
  player.paused = false;
  const film = holdFilm({}, player);
  expect([film.status(), player.paused]).toEqual(['held', true]);
  await film.become({ checking: true });
  expect(film.status()).toBe('checking');
  await film.grant();
  expect([film.status(), player.paused, player.plays, player.src]).toEqual(['open', false, 1, url]);
  player.pause();
  await film.grant({ checkedAt: 2 });
  expect([player.paused, player.plays], 'the viewer has paused it').toEqual([true, 1]);
  expect(film.calls.sources).toBe(1);
});

test('a player that was held after its preview plays by itself with the grant', async () => {
  const film = holdFilm({ previewSeconds: 30 });
  await film.deny();
  expect(film.status()).toBe('preview');
  await film.player.play();
  expect(film.player.paused).toBe(false);
  film.player.seek(31);
  expect([film.status(), film.player.paused]).toEqual(['held', true]);
  film.player.seek(29);
  expect([film.status(), film.player.paused]).toEqual(['preview', true]);
  await film.grant();
  expect([film.player.paused, film.player.src]).toEqual([false, url]);
});

test('a player whose play() throws at once is no uncaught error of the gate', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown): void => void errors.push(error);
  process.on('unhandledRejection', note);
  const film = holdFilm();
  await film.player.play();
  film.player.play = () => {
    throw new TypeError('the player is not ready');
  };
  await film.grant();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect([film.status(), errors]).toEqual(['open', []]);
});

test('a player that nobody has started gets the file, and stays paused', async () => {
  const film = holdFilm();
  await film.deny();
  film.player.seek(5);
  await film.grant();
  expect([film.player.src, film.player.plays]).toEqual([url, 0]);
});

test('a play asks again only when there is no answer and no check under way', async () => {
  const error = { code: 'network', message: 'unreachable', retryable: false } as const;
  const checks = async (state: Parameters<typeof film.become>[0]): Promise<number> => {
    const before = film.calls.check;
    await film.become({ ...unasked, error: undefined, ...state });
    await film.player.play();
    return film.calls.check - before;
  };
  const film = holdFilm();
  expect(await checks({})).toBe(1);
  expect(await checks({ checking: true })).toBe(0);
  expect(await checks({ error })).toBe(1);
  expect(await checks({ access: 'denied' })).toBe(0);
  expect(await checks({ access: 'denied', error })).toBe(1);
  expect(await checks({ access: 'denied', error, checking: true })).toBe(0);
  expect(await checks({ access: 'granted', error })).toBe(0);
});

test('a grant is registered by a play and by each step of a player that plays, not before', async () => {
  const film = holdFilm({ previewSeconds: 30 });
  const subscribed = { reason: 'subscription' };
  await film.become({ access: 'denied', ...subscribed });
  await film.player.play();
  film.player.reach(1);
  expect(film.calls.claim, 'in the preview').toBe(0);
  film.player.pause();
  await film.grant(subscribed);
  film.player.reach(2);
  expect(film.calls.claim, 'paused').toBe(0);
  film.player.paused = false;
  film.player.reach(3);
  expect(film.calls.claim).toBe(1);
  await film.grant({ ...subscribed, expiresAt: 5000 });
  expect(film.calls.claim).toBe(1);
  await film.player.play();
  expect(film.calls.claim).toBe(2);
});

test('a grant is registered once for a user, and for each session without a user', async () => {
  const film = holdFilm();
  await film.grant({ reason: 'subscription', expiresAt: 5000 });
  await film.player.play();
  const claimsOf = (userId: string | null, epoch: number): number => {
    film.beViewed({ userId, epoch });
    film.player.reach(epoch);
    return film.calls.claim;
  };
  expect(claimsOf('17', 2), 'the same user logs in again').toBe(1);
  expect(claimsOf(null, 3)).toBe(2);
  expect(claimsOf(null, 4)).toBe(3);
});

test('the page is kept awake while the player plays', async () => {
  const film = holdFilm();
  film.player.reach(1);
  expect(film.calls.checkKeepalive).toBe(0);
  await film.grant();
  await film.player.play();
  expect(film.calls.checkKeepalive).toBe(0);
  film.player.reach(2);
  expect(film.calls.checkKeepalive).toBe(1);
});

test('a file of the page is not replaced, and no sources are fetched for it', async () => {
  const player = new Player();
  player.src = 'https://media.test/own.mp4';
  const film = holdFilm({}, player);
  await film.player.play();
  await film.grant();
  expect([player.src, player.paused]).toEqual(['https://media.test/own.mp4', false]);
  expect(film.calls.sources).toBe(0);
});

test('a page that loads the sources itself gets them once for each grant', async () => {
  const loads: unknown[] = [];
  const film = holdFilm({ load: (sources) => void loads.push(sources) });
  await film.player.play();
  await film.grant();
  expect([loads, film.player.src, film.player.paused]).toEqual([[[{ url }]], '', false]);
  film.player.pause();
  await film.grant({ checkedAt: 2 });
  await film.player.play();
  expect(loads).toHaveLength(1);
  await film.deny();
  await film.grant();
  expect(loads).toHaveLength(2);
});

test('a player waits for the page to load the sources before it plays', async () => {
  let loaded = (): void => {};
  const film = holdFilm({
    load: () =>
      new Promise((resolve) => {
        loaded = resolve;
      }),
  });
  await film.player.play();
  await film.grant();
  film.player.seek(5);
  await settled();
  expect(film.player.paused).toBe(true);
  loaded();
  await settled();
  expect(film.player.paused).toBe(false);
});

test('sources that cannot be loaded are tried again by a play or a change of the item', async () => {
  const film = holdFilm();
  const down = new Error('down');
  film.answerSources(() => Promise.reject(down));
  await film.grant();
  expect(film.errors).toEqual([down]);
  film.player.seek(5);
  await settled();
  expect(film.calls.sources).toBe(1);
  await film.grant({ checkedAt: 2 });
  expect(film.calls.sources).toBe(2);
  film.answerSources(async () => [{ url }]);
  await film.player.play();
  await settled();
  expect([film.calls.sources, film.player.src, film.errors]).toEqual([3, url, [down, down]]);
});

test('a granted item without a file is an error, and the player stays as it was', async () => {
  const film = holdFilm();
  film.answerSources(async () => []);
  await film.player.play();
  await film.grant();
  expect(film.errors).toHaveLength(1);
  expect(film.errors[0]).toHaveProperty('code', 'not-found');
  expect([film.player.src, film.player.paused]).toEqual(['', true]);
});

for (const end of ['grant', 'gate'] as const) {
  const endIt = async (film: HeldFilm): Promise<void> => {
    if (end === 'grant') await film.deny();
    else film.end();
  };

  test(`sources that come after the end of the ${end} are not used`, async () => {
    const film = holdFilm();
    let give = (_sources: readonly { url: string }[]): void => {};
    film.answerSources(() => new Promise((resolve) => (give = resolve)));
    await film.player.play();
    await film.grant();
    await endIt(film);
    give([{ url }]);
    await settled();
    expect([film.player.src, film.player.paused]).toEqual(['', true]);
  });

  test(`sources that fail after the end of the ${end} are no error`, async () => {
    const film = holdFilm();
    let fail = (_error: Error): void => {};
    film.answerSources(() => new Promise((_, reject) => (fail = reject)));
    await film.grant();
    await endIt(film);
    fail(new Error('late'));
    await settled();
    expect(film.errors).toEqual([]);
  });
}

test('a player whose sources the page loads does not play once its gate has ended', async () => {
  let loaded = (): void => {};
  const film = holdFilm({ load: () => new Promise((resolve) => (loaded = resolve)) });
  await film.player.play();
  await film.grant();
  film.end();
  loaded();
  await settled();
  expect(film.player.paused).toBe(true);
});

test('sources of an earlier grant are not used for the present one', async () => {
  const film = holdFilm();
  const gives: ((sources: readonly { url: string }[]) => void)[] = [];
  film.answerSources(() => new Promise((resolve) => void gives.push(resolve)));
  await film.grant();
  await film.deny();
  await film.grant();
  gives[0]!([{ url: `${url}?first` }]);
  await settled();
  expect(film.player.src).toBe('');
  gives[1]!([{ url: `${url}?second` }]);
  await settled();
  expect(film.player.src).toBe(`${url}?second`);
});

test('a browser that refuses to play without a click causes no error', async () => {
  const player = new Player();
  const film = holdFilm({}, player);
  await player.play();
  player.play = () => Promise.reject(new Error('NotAllowedError'));
  await film.grant();
  expect([player.paused, film.errors]).toEqual([true, []]);
});

test('a gate that has ended leaves the player and its status', async () => {
  const film = holdFilm();
  await film.deny();
  film.end();
  await film.grant();
  await film.player.play();
  film.player.reach(5);
  film.player.seek(6);
  expect([film.status(), film.player.paused, film.player.src]).toEqual(['held', false, '']);
  expect(film.calls).toEqual({ check: 0, claim: 0, sources: 0, checkKeepalive: 0 });
});

test('a gate that has ended leaves no listener', () => {
  const player = new Player();
  const film = holdFilm({}, player);
  film.end();
  const signal = film.hold();
  const targets = [
    [player, 'play'],
    [player, 'seeking'],
    [player, 'timeupdate'],
    [signal, 'abort'],
    [film.disposal.signal, 'abort'],
  ] as const;
  const counts = (): number[] =>
    targets.map(([target, type]) => getEventListeners(target, type).length);
  expect(counts()).toEqual([1, 1, 1, 1, 1]);
  film.disposal.abort();
  expect(counts()).toEqual([0, 0, 0, 0, 0]);
});

test('a gate whose runtime has ended before it began holds nothing', async () => {
  const film = holdFilm();
  film.end();
  film.disposal.abort();
  film.hold();
  await film.player.play();
  expect(film.player.paused).toBe(false);
});
