import type { Film } from './films.ts';
import { franchiseOf } from './franchises.ts';
import { createItem, slugOf, type NewItem, type NewReference } from './item.ts';
import { placesOf } from './places.ts';
import { restrictions } from './restrictions.ts';

/** The youngest age of each rating. */
const ages: Readonly<Record<string, number>> = { G: 0, PG: 6, 'PG-13': 13, R: 17, 'NC-17': 18 };

const formats: Readonly<Record<string, string>> = { Documentary: '2', 'Concert/Performance': '3' };
const contentTypes: Readonly<Record<string, string>> = {
  Documentary: 'documentary',
  'Concert/Performance': 'concert',
};

export const videoFile = 'clip.webm';

/** A film as video. */
export function filmItem(
  film: Film,
  index: number,
  uploaded: Date,
  studio: string | null,
): NewItem {
  const number = index + 1;
  const rating = film.rating ?? 0;
  const forKids = film.creativeType === 'Kids Fiction' || film.ageRating === 'G';
  const pay = !forKids && (rating >= 7.6 || film.released >= '2009-06-01');
  return {
    ...createItem(
      'video',
      String(5_000_000 + number),
      String(1_369_000 + number),
      film.title,
      uploaded,
    ),
    subtitle: `${film.genre} by ${film.director}, ${film.released.slice(0, 4)}`,
    description: describe(film),
    genre: film.genre,
    genre_code: slugOf(film.genre),
    content_type: contentTypes[film.genre] ?? 'movie',
    released: film.released,
    duration_seconds: film.runtimeMin * 60,
    rating: film.rating,
    votes: film.votes,
    picked: rating >= 8.3 && (film.votes ?? 0) >= 1000,
    evergreen: film.released < '2000-01-01' && (film.votes ?? 0) >= 100_000,
    for_kids: forKids,
    studio_id: studio,
    channel_id: channelOf(film, forKids),
    format_id: formats[film.genre] ?? '1',
    media_file: videoFile,
    pay,
    ...(pay && pricesOf(rating)),
    premium_only: pay && film.released >= '2010-01-01',
    login_required: !pay && film.genre in formats,
    age: ages[film.ageRating ?? ''] ?? 0,
    ...restrictions[film.title],
  };
}

function pricesOf(rating: number): Pick<NewItem, 'ppv_minor' | 'ownage_minor'> {
  return rating >= 8
    ? { ppv_minor: 499, ownage_minor: 1299 }
    : { ppv_minor: 399, ownage_minor: 999 };
}

/** What a film refers to, all of it from its own fields. */
export function filmReferences(film: Film, gid: string): NewReference[] {
  const show = franchiseOf(film.title);
  const references: NewReference[] = [
    { gid, kind: 'person', title: film.director, role: 'director' },
    { gid, kind: 'tag', title: film.genre, role: 'genre' },
    { gid, kind: 'file', title: videoFile, role: 'stream' },
  ];
  if (film.creativeType) {
    references.push({ gid, kind: 'tag', title: film.creativeType, role: 'creativetype' });
  }
  if (film.source) references.push({ gid, kind: 'tag', title: film.source, role: 'source' });
  if (film.source?.startsWith('Based on ')) {
    references.push({
      gid,
      kind: 'product',
      title: film.source.slice('Based on '.length),
      role: 'source',
    });
  }
  if (show) references.push({ gid, kind: 'show', title: show, role: 'part' });
  for (const place of placesOf(film.title)) {
    references.push({ gid, kind: 'place', title: place, role: 'title' });
  }
  return references;
}

function channelOf(film: Film, forKids: boolean): string {
  if (forKids) return '2';
  if (film.genre === 'Horror' || film.genre === 'Thriller/Suspense') return '3';
  return film.source === 'Based on Real Life Events' || film.creativeType === 'Factual' ? '4' : '1';
}

function describe(film: Film): string {
  const day = new Date(film.released).toLocaleDateString('en', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const released = `released on ${day}${film.distributor ? ` by ${film.distributor}` : ''}`;
  const sentences = [
    `${film.genre} film by ${film.director}, ${released}`,
    [film.creativeType, film.source].filter(Boolean).join(', '),
  ];
  return sentences
    .filter(Boolean)
    .map((sentence) => sentence.replace(/\.?$/, '.'))
    .join(' ');
}
