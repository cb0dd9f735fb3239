import { expect, test } from '@playwright/test';
import { holdFilm, settled } from '../fixtures/item/held-film.ts';
import { createVideoPlayer, Player } from '../fixtures/item/player.ts';

const url = 'https://media.test/film.mp4';
const ofPage = 'https://media.test/own.mp4';
const granted = { access: 'granted', reason: 'paid', checkedAt: 1 } as const;

test('the file of a gate is removed with the grant, and given again with the next one', async () => {
  for (const player of [new Player(), createVideoPlayer()]) {
    const film = holdFilm({}, player);
    await film.grant();
    expect(player.src).toBe(url);
    await film.deny();
    expect(player.src).toBe('');
    await film.grant();
    expect([player.src, film.calls.sources]).toEqual([url, 2]);
  }
});

test('a file that the page gives by <source> is neither replaced nor removed', async () => {
  const player = createVideoPlayer();
  player.currentSrc = ofPage;
  const film = holdFilm({}, player);
  await film.grant();
  await film.deny();
  await film.grant();
  expect([player.src, player.currentSrc, film.calls.sources]).toEqual(['', ofPage, 0]);
});

test('a file that the page has given since stays', async () => {
  for (const player of [new Player(), createVideoPlayer()]) {
    const film = holdFilm({}, player);
    await film.grant();
    player.src = ofPage;
    await film.deny();
    expect(player.src).toBe(ofPage);
    await film.grant();
    expect([player.src, film.calls.sources]).toEqual([ofPage, 1]);
  }
});

test('a player without `src` gets no file', async () => {
  const player = new Player();
  Reflect.deleteProperty(player, 'src');
  const film = holdFilm({}, player);
  await film.player.play();
  await film.grant();
  expect([film.calls.sources, film.errors, player.paused]).toEqual([0, [], false]);
  expect('src' in player).toBe(false);
});

test('the next gate of an item goes on with the same file, and replaces another one', async () => {
  const player = createVideoPlayer();
  const first = holdFilm({}, player);
  await first.grant();
  first.end();
  first.hold();
  await settled();
  expect([player.files, first.calls.sources], 'asked again: an address may expire').toEqual([1, 2]);
  first.end();
  first.answerSources(async () => [{ url: `${url}?later` }]);
  first.hold();
  await settled();
  expect([player.src, player.files]).toEqual([`${url}?later`, 2]);
});

test('the same file is given anew when the page has removed it', async () => {
  const player = createVideoPlayer();
  const film = holdFilm({}, player);
  await film.grant();
  player.src = '';
  film.end();
  film.hold();
  await settled();
  expect([player.src, player.files]).toEqual([url, 2]);
});

test('a gate of another item removes the file at once, also when that is granted', async () => {
  for (const state of [{}, granted]) {
    const player = new Player();
    const first = holdFilm({}, player);
    await first.grant();
    first.end();
    expect(player.src, 'a gate that has ended leaves it').toBe(url);
    holdFilm({}, player, state);
    expect(player.src).toBe('');
  }
});
