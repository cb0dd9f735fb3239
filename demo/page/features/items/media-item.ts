import type { MediaItem } from 'usher-runtime';

/**
 * What the page reads of a media item. The platform leaves out what it does not know, and so do
 * these functions.
 */

/** The parts of an item that its title, poster and address are made of. */
export type PosterItem = Pick<MediaItem, 'general' | 'imagedata' | 'publishingdata'>;

export const titleOf = ({ general }: PosterItem): string => general.title || 'Untitled';

export const addressOf = ({ general }: PosterItem): string => watchAddress(general.GID);

const watchAddress = (gid: string): string => `/watch.html?gid=${encodeURIComponent(gid)}`;

/** The platform's own form of it is 0 or 1. */
export const isLocked = ({ general }: PosterItem): boolean => Number(general.isPay) === 1;

/** The year of release, where the item has it. */
export const yearOf = ({ publishingdata }: PosterItem): string =>
  /^\d{4}/.exec(textOf(publishingdata?.['released']))?.[0] ?? '';

/** `01:48:00` as "1 h 48 min". */
export function lengthOf({ general }: PosterItem): string {
  const [hours = 0, minutes = 0, seconds = 0] = (general.runtime ?? '').split(':').map(Number);
  if (!hours && !minutes) return seconds ? `${seconds}\u00a0s` : '';
  return [hours && `${hours}\u00a0h`, minutes && `${minutes}\u00a0min`]
    .filter(Boolean)
    .join('\u00a0');
}

/** Of 10; empty where the item has none. */
export const ratingOf = ({ publishingdata }: MediaItem): string =>
  textOf(publishingdata?.['rating']);

/** How well an item of a search by relevance matches, of 100; empty in other lists. */
export const scoreOf = ({ general }: MediaItem): string => textOf(general['queryscore']);

/** Where the file of an item is; empty where the platform gave none. */
export const fileOf = ({ streamdata }: MediaItem): string => textOf(streamdata?.['url']);

export const isAudio = ({ general }: PosterItem): boolean => general.streamtype === 'audio';

/** A value of the platform's as text; empty where it is left out. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Something that an item is connected to, as a person or a tag. */
export interface Connection {
  /** Empty where it has none. */
  readonly id: string;
  readonly title: string;
}

/** Connected media of one kind (`persons`, `tags`, …), of one role where that is given. */
export const connectedTo = (item: MediaItem, kind: string, role?: string): Connection[] =>
  connectionsOf(item, kind)
    .filter((entry) => role === undefined || entry['role'] === role)
    .map((entry) => ({
      id: textOf(entry['ID']),
      title: textOf(entry['title'] ?? entry['name']),
    }))
    .filter(({ title }) => title);

/** A part of a series or playlist. */
export interface Part {
  readonly title: string;
  readonly address: string;
}

/** What a series or playlist consists of. */
export const partsOf = (item: MediaItem): Part[] =>
  connectionsOf(item, 'items').map((part) => ({
    title: textOf(part['title']),
    address: watchAddress(textOf(part['GID'])),
  }));

/** The entries of one kind, of which some answers have only one, without a list around it. */
function connectionsOf({ raw }: MediaItem, kind: string): Readonly<Record<string, unknown>>[] {
  return [raw?.['connectedmedia']?.[kind] ?? []].flat().filter(isRecord);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
