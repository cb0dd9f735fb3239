import type { System, SystemEntry } from 'usher-runtime';

const listNames = [
  'videogenres',
  'audiogenres',
  'languagecodes',
  'countrycodes',
  'persontypes',
  'videocontenttypes',
  'imagecontenttypes',
  'videoplatformcategories',
  'socialplatformcategories',
  'streamingdevicecategories',
] as const;

/** The platform's lists that every draft chooses from. */
export type SubmitLists = Readonly<Record<(typeof listNames)[number], readonly SystemEntry[]>>;

export async function fetchSubmitLists(system: System): Promise<SubmitLists> {
  const entries = await Promise.all(
    listNames.map(async (name) => [name, await system[name]()] as const),
  );
  // Every name of the table has its list.
  return Object.fromEntries(entries) as SubmitLists;
}

export const genresOf = (lists: SubmitLists, streamtype: string): readonly SystemEntry[] =>
  streamtype === 'audio' ? lists.audiogenres : lists.videogenres;
