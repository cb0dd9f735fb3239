import { audioFile } from './audio-items.ts';
import { createChance } from './chance.ts';
import type { FilmWithItem, Made } from './collections.ts';
import { filmReferences, videoFile } from './film-item.ts';
import { createItem, slugOf, type NewItem, type NewReference } from './item.ts';

interface CompanionKind {
  readonly streamtype: string;
  readonly title: (film: string, director: string, number: number) => string;
  readonly contentType: string;
  readonly channel: string;
  readonly format: string;
  /** The longest, in seconds; 0 for what does not run. */
  readonly maxSeconds: number;
}

/** What a platform has beside a film, the commonest first. */
const kinds: readonly CompanionKind[] = [
  {
    streamtype: 'scene',
    title: (film, _director, number) => `${film}: Scene ${number}`,
    contentType: 'scene',
    channel: '1',
    format: '1',
    maxSeconds: 420,
  },
  {
    streamtype: 'image',
    title: (film, _director, number) => `${film}, Still ${number}`,
    contentType: 'still',
    channel: '1',
    format: '1',
    maxSeconds: 0,
  },
  {
    streamtype: 'article',
    title: (film, director, number) => `${director} on ${film}, Part ${number}`,
    contentType: 'review',
    channel: '4',
    format: '2',
    maxSeconds: 0,
  },
  {
    streamtype: 'video',
    title: (film, _director, number) => `${film}: Trailer ${number}`,
    contentType: 'trailer',
    channel: '1',
    format: '1',
    maxSeconds: 180,
  },
  {
    streamtype: 'audio',
    title: (film, _director, number) => `Listening to ${film}, Episode ${number}`,
    contentType: 'podcast',
    channel: '5',
    format: '4',
    maxSeconds: 3600,
  },
  {
    streamtype: 'post',
    title: (film, _director, number) => `What viewers say of ${film} (${number})`,
    contentType: 'post',
    channel: '1',
    format: '4',
    maxSeconds: 0,
  },
  {
    streamtype: 'video',
    title: (film, director, number) => `Behind ${film}: With ${director}, Day ${number}`,
    contentType: 'makingof',
    channel: '4',
    format: '2',
    maxSeconds: 2400,
  },
];

const minuteMs = 60_000;
/** Uploads of companions follow their film's, a few hours from one to the next. */
const stepMs = 190 * minuteMs;

/**
 * So many plausible items around the films: scenes, stills, trailers, talks, articles. The same
 * number always gives the same items.
 */
export function makeCompanions(films: readonly FilmWithItem[], howMany: number): Made {
  const chance = createChance(howMany);
  const made: Made = { items: [], references: [], parts: [] };
  for (let index = 0; index < howMany; index++) {
    const about = films[index % films.length]!;
    // The square favours the first kinds.
    const kind = kinds[Math.floor(chance() ** 2 * kinds.length)]!;
    const other = films[Math.floor(chance() * films.length)]!;
    const item = companionItem(
      kind,
      index,
      Math.floor(index / films.length) + 1,
      about,
      other,
      chance,
    );
    made.items.push(item);
    made.references.push(...companionReferences(about, item, other));
  }
  return made;
}

function companionItem(
  kind: CompanionKind,
  index: number,
  number: number,
  { film, item }: FilmWithItem,
  other: FilmWithItem,
  chance: () => number,
): NewItem {
  const gid = String(10_000_000 + index);
  const uploaded = new Date(
    Date.parse(item.uploaded) + Math.round(number * stepMs + chance() * stepMs),
  );
  const pay = item.pay && chance() < 0.3;
  const votes = Math.floor((film.votes ?? 100) * chance() ** 4);
  return {
    ...createItem(
      kind.streamtype,
      gid,
      String(20_000_000 + index),
      kind.title(film.title, film.director, number),
      uploaded,
    ),
    subtitle: `${film.genre}, for those who liked ${other.film.title}`,
    description: `About ${film.title} (${film.released.slice(0, 4)}) by ${film.director}, beside ${other.film.title} by ${other.film.director}.`,
    genre: film.genre,
    genre_code: slugOf(film.genre),
    content_type: kind.contentType,
    released: film.released,
    duration_seconds: Math.ceil(kind.maxSeconds * (0.2 + 0.8 * chance())),
    rating:
      chance() < 0.2
        ? null
        : Math.round(10 * Math.min(10, (film.rating ?? 6) + 2 * chance() - 1)) / 10,
    votes,
    picked: chance() < 0.004,
    evergreen: chance() < 0.01,
    for_kids: item.for_kids,
    user_generated: kind.streamtype === 'post',
    studio_id: kind.streamtype === 'video' ? item.studio_id : null,
    channel_id: item.for_kids ? '2' : kind.channel,
    format_id: kind.format,
    media_file: { video: videoFile, scene: videoFile, audio: audioFile }[kind.streamtype] ?? null,
    pay,
    ppv_minor: pay ? 199 : null,
    ownage_minor: pay ? 499 : null,
    age: item.age,
    only_domains: chance() < 0.01 ? ['743'] : null,
  };
}

/** What its film refers to, and the people of the film that it names beside it. */
function companionReferences(
  { film }: FilmWithItem,
  item: NewItem,
  other: FilmWithItem,
): NewReference[] {
  const own = filmReferences(film, item.gid).filter(({ kind }) => kind !== 'file');
  const file =
    item.media_file === null
      ? []
      : [{ gid: item.gid, kind: 'file' as const, title: item.media_file, role: 'stream' }];
  return [
    ...own,
    ...file,
    { gid: item.gid, kind: 'person', title: other.film.director, role: 'mentioned' },
  ];
}
