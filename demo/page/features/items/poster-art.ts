import { html, nothing, type TemplateResult } from 'lit/html.js';
import { titleOf, type PosterItem } from './media-item.ts';
import { motifs } from './poster-motifs.ts';

type Palette = readonly [ground: string, ink: string, ...colours: [string, string, string]];

/**
 * Ground, ink on it, and three colours to draw with; ink on ground has a contrast of at least 7.
 */
const palettes: readonly Palette[] = [
  ['#f3e7d0', '#231a12', '#d5482a', '#1f4e5f', '#e9a23b'],
  ['#17263c', '#f6ecd9', '#e8b04a', '#d65a3b', '#4f7ea3'],
  ['#1c1613', '#f7e9d2', '#d9402a', '#8c2318', '#e9b872'],
  ['#e9dcc0', '#1b2a26', '#2f6f5e', '#d9823b', '#8aa88f'],
  ['#f6c94c', '#231705', '#1d1d1b', '#d4451f', '#fff3d0'],
  ['#14342f', '#f3ead2', '#8fc1a3', '#e7a94b', '#cf5a3c'],
  ['#f2d8cf', '#2c1420', '#b83253', '#f0a58f', '#3d3a6b'],
  ['#2a1b3d', '#f8ead6', '#e86a5c', '#f2b950', '#7a63b8'],
  ['#dfe6e3', '#16242c', '#2d5d7b', '#d8573b', '#9fb8b5'],
  ['#3b1210', '#fbe6cf', '#f08a3c', '#c4312a', '#f6c779'],
  ['#f4ead9', '#1a1a2e', '#33418f', '#e4572e', '#f3b61f'],
  ['#0f1f1c', '#e9f0df', '#5fb39a', '#d9d06a', '#c2562f'],
];

/** The palettes that fit a genre, by their indexes. */
const genrePalettes: readonly (readonly [genre: RegExp, palettes: readonly number[]])[] = [
  [/horror|thriller/i, [2, 11, 9, 1, 7]],
  [/action/i, [9, 2, 1, 4, 11]],
  [/adventure/i, [5, 3, 0, 8, 1]],
  [/comedy/i, [4, 10, 6, 0, 3, 8, 7]],
  [/western/i, [0, 9, 4]],
  [/music|concert/i, [7, 6, 10]],
  [/documentary|talk|interview/i, [8, 3, 10]],
];

/** The picture of an item. */
export interface PosterArt {
  readonly ground: string;
  readonly ink: string;
  /** @param fit as `preserveAspectRatio` of SVG */
  readonly draw: (fit: string, viewBox?: string) => TemplateResult;
}

/** Art is drawn from the ID and title of an item, so that it looks the same everywhere. */
export function artOf(item: PosterItem): PosterArt {
  const chance = createChance(seedOf(`${item.general.GID} ${titleOf(item)}`));
  const [ground, ink, ...colours] = pick(palettesFor(item.general.genre ?? ''), chance);
  const shapes = pick(motifs, chance)(colours, chance, ground);
  const turn = chance() > 0.5 ? 'translate(200 0) scale(-1 1)' : nothing;
  return {
    ground,
    ink,
    draw: (fit, viewBox = '0 0 200 200') =>
      html`<svg viewBox=${viewBox} preserveAspectRatio=${fit} aria-hidden="true">
        <g transform=${turn}>${shapes}</g>
      </svg>`,
  };
}

function palettesFor(genre: string): readonly Palette[] {
  const indexes = genrePalettes.find(([pattern]) => pattern.test(genre))?.[1];
  return indexes?.flatMap((index) => (palettes[index] ? [palettes[index]] : [])) ?? palettes;
}

/** One of a list that is not empty. */
function pick<Entry>(entries: readonly Entry[], chance: () => number): Entry {
  const entry = entries[Math.floor(chance() * entries.length)];
  if (entry === undefined) throw new Error('there is nothing to pick from');
  return entry;
}

/** The hash FNV-1a. */
function seedOf(text: string): number {
  let seed = 2166136261;
  for (let index = 0; index < text.length; index++) {
    seed = Math.imul(seed ^ text.charCodeAt(index), 16777619);
  }
  return seed >>> 0;
}

/** A generator of numbers from 0 to below 1: mulberry32. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
