// A catalogue of 100,000 items: how long it takes to load, and how long each kind of call is
// answered in, over HTTP. In a folder of its own, or with DATABASE_URL on an empty database of a
// PostgreSQL server. `--runs 50` says how many calls of each kind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChance } from '../../demo/platform/catalogue/chance.ts';
import { fillLargeCatalogue } from '../../demo/platform/catalogue/fill-catalogue.ts';
import { readFilms, type Film } from '../../demo/platform/catalogue/films.ts';
import type { Database } from '../../demo/platform/database/database.ts';
import { migrate } from '../../demo/platform/database/migrate.ts';
import { openPGlite } from '../../demo/platform/database/pglite.ts';
import { openPostgres } from '../../demo/platform/database/postgres.ts';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, type Page } from '../fixtures/platform/client.ts';
import { judge } from './judge.mjs';

const ITEMS = 100_000;
const BUDGETS = { loadSeconds: 120, medianMs: 50 };
const DEFAULT_RUNS = 25;

/** The path of a call, of a film and a number from 0 to below 1 that are drawn for it. */
type Draw = (film: Film, chance: number) => string;

const text = encodeURIComponent;
/** A word of a title, long enough to mean something. */
const word = (film: Film): string =>
  film.title.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => b.length - a.length)[0]!;
const part = (film: Film): string => word(film).slice(1, 6);
const filters =
  'selectedStreamtypes=video,scene&onlyFree=1&minDuration=60&maxDuration=9000&minAge=0&maxAge=13&channel=1&format=1&createdAfter=1400000000&modifiedAfter=1400000000&publishedAfter=1400000000&excludeItems=10000001,10000002';
const orders = [
  'title',
  'subtitle',
  'streamtype',
  'genre',
  'modified',
  'published',
  'released',
  'duration',
  'rating',
  'votes',
  'age',
  'ID',
  'GID',
];
const one = <T>(all: readonly T[], chance: number): T => all[Math.floor(chance * all.length)]!;

const calls: Readonly<Record<string, Draw>> = {
  byglobalid: (_film, chance) => `byglobalid/${10_000_000 + Math.floor(chance * 9000) * 10}`,
  latest: () => 'latest',
  'latest, all parts of 100 items': () => 'latest?limit=100&additionalFields=all',
  'all, in each order': (_film, chance) =>
    `all?orderBy=${one(orders, chance)}&orderDir=${(chance * 1000) % 2 < 1 ? 'ASC' : 'DESC'}`,
  'all, in each order, far down': (_film, chance) =>
    `all?orderBy=${one(orders, chance)}&start=${Math.floor(chance * 80_000)}`,
  'all, page 4,500': () => 'all?start=90000',
  'all, every filter': (film) => `all?${filters}&genre=${text(film.genre)}`,
  'all, by streamtype': (_film, chance) =>
    `all?selectedStreamtypes=${one(['video', 'scene', 'image', 'article', 'audio'], chance)}`,
  picked: () => 'picked',
  evergreens: () => 'evergreens',
  forkids: () => 'forkids',
  withawards: () => 'withawards',
  random: () => 'random',
  'random, 100 of a kind': (_film, chance) =>
    `random?limit=100&selectedStreamtypes=${one(['series', 'video', 'scene'], chance)}`,
  mostactive: (_film, chance) => `mostactive?timeframe=${one([1, 5, 10, 30], chance)}`,
  mostactiveexternal: (_film, chance) =>
    `mostactiveexternal?timeframe=${one([1, 5, 10, 30], chance)}`,
  'byquery, and': (film) => `byquery/${text(film.title)}`,
  'byquery, and, by field': (film) => `byquery/${text(word(film))}?queryFields=title,persons`,
  'byquery, or': (film) =>
    `byquery/${text(`${word(film)} ${film.director}`)}?queryMode=classicwithor`,
  'byquery, fulltext': (film) =>
    `byquery/${text(`${word(film)} ${film.director.split(' ')[0]}`)}?queryMode=fulltext`,
  'byquery, fulltext, by score': (film) =>
    `byquery/${text(film.title)}?queryMode=fulltext&minimalQueryScore=20`,
  'byquery, substrings, and': (film) => `byquery/${text(part(film))}?includeSubstringMatches=1`,
  'byquery, substrings, or': (film) =>
    `byquery/${text(`${part(film)} ${film.director.slice(1, 6)}`)}?includeSubstringMatches=1&queryMode=classicwithor`,
  'byquery, a genre of thousands': (film) => `byquery/${text(film.genre)}`,
  'byquery, fulltext, a genre': (film) => `byquery/${text(film.genre)}?queryMode=fulltext`,
  'byquery, two letters': (film) =>
    `byquery/${text(film.title.slice(0, 2))}?includeSubstringMatches=1`,
  bytag: (film) => `bytag/${text(film.genre)}`,
  byperson: (film) => `byperson/${text(film.director)}`,
  bypersonid: (_film, chance) => `bypersonid/${20_001 + Math.floor(chance * 300)}`,
  byshow: (_film, chance) => `byshow/${one(['Harry Potter', 'Star Wars', 'Ocean'], chance)}`,
  byplace: (_film, chance) => `byplace/${text(one(['New York', 'Mars', 'Los Angeles'], chance))}`,
  byproduct: (_film, chance) => `byproduct/${text(one(['TV', 'Play', 'Game'], chance))}`,
  byfile: () => 'byfile/clip.webm',
  bystudio: (_film, chance) => `bystudio/${501 + Math.floor(chance * 40)}`,
};

async function load(database: Database): Promise<number> {
  const startedAt = performance.now();
  await database.transaction(migrate);
  await fillLargeCatalogue(database, ITEMS);
  await database.close();
  return (performance.now() - startedAt) / 1000;
}

/**
 * The times of so many calls of a kind, in milliseconds and in order; the first of each is not
 * counted, which reads what no one has read yet.
 */
async function time(
  page: Page,
  draw: Draw,
  films: readonly Film[],
  runs: number,
): Promise<number[]> {
  const chance = createChance(7);
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const path = draw(films[Math.floor(chance() * films.length)]!, chance());
    const startedAt = performance.now();
    const { status, text: answer } = await page.call(`/allmedia/${path}`);
    const took = performance.now() - startedAt;
    if (status !== 200 && status !== 404) throw new Error(`${path}: ${answer.slice(0, 300)}`);
    if (run > 0) times.push(took);
  }
  return times.toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string =>
  `${sorted[Math.floor(sorted.length * share)]!.toFixed(1)} ms`;

export async function run({ runs }: { runs?: string }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'usher-catalogue-'));
  const databaseUrl = process.env['DATABASE_URL'] ?? '';
  try {
    const loadSeconds = await load(
      databaseUrl ? await openPostgres(databaseUrl) : await openPGlite(join(folder, 'data')),
    );
    judge(
      `loading ${ITEMS} items`,
      `${loadSeconds.toFixed(1)} s`,
      loadSeconds <= BUDGETS.loadSeconds,
      `${BUDGETS.loadSeconds} s`,
    );
    const platform = await startPlatform({
      quiet: true,
      dataDir: join(folder, 'data'),
      databaseUrl,
    });
    const page = await openPage(platform.url, platform.domain);
    const films = await readFilms();
    for (const [name, draw] of Object.entries(calls)) {
      const times = await time(page, draw, films, Number(runs ?? DEFAULT_RUNS));
      judge(
        name,
        `${at(times, 0.5)}, p95 ${at(times, 0.95)}`,
        times[Math.floor(times.length / 2)]! <= BUDGETS.medianMs,
        `${BUDGETS.medianMs} ms`,
      );
    }
    await platform.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
