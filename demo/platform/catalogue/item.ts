import { createHash } from 'node:crypto';

/**
 * An item to be stored: columns of `items`, but for the search columns, which the database makes.
 */
export interface NewItem {
  gid: string;
  id: string;
  streamtype: string;
  hash: string;
  refnr: string;
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  genre: string;
  genre_code: string;
  content_type: string;
  uploaded: string;
  modified: string;
  published: string;
  released: string | null;
  duration_seconds: number;
  rating: number | null;
  votes: number | null;
  picked: boolean;
  evergreen: boolean;
  for_kids: boolean;
  user_generated: boolean;
  language: string;
  studio_id: string | null;
  channel_id: string;
  format_id: string;
  media_file: string | null;
  pay: boolean;
  ppv_minor: number | null;
  ownage_minor: number | null;
  premium_only: boolean;
  login_required: boolean;
  age: number;
  available_from: string | null;
  available_until: string | null;
  countries: string[] | null;
  only_domains: string[] | null;
}

/** A term that an item refers to: kind, title, and what it is to the item. */
export interface NewReference {
  gid: string;
  kind: 'person' | 'tag' | 'show' | 'place' | 'product' | 'file';
  title: string;
  role: string;
}

export interface NewPart {
  gid: string;
  part_gid: string;
  position: number;
}

const dayMs = 86_400_000;

/** What follows from an item's identity and upload, and the defaults of the rest. */
export function createItem(
  streamtype: string,
  gid: string,
  id: string,
  title: string,
  uploaded: Date,
): NewItem {
  const later = (days: number): string => new Date(uploaded.getTime() + days * dayMs).toISOString();
  return {
    gid,
    id,
    streamtype,
    hash: createHash('md5').update(`item ${gid}`).digest('hex').slice(0, 12).toUpperCase(),
    refnr: `${streamtype.slice(0, 2).toUpperCase()}-${id}`,
    slug: slugOf(title),
    title,
    subtitle: '',
    description: '',
    genre: 'Drama',
    genre_code: 'drama',
    content_type: 'movie',
    uploaded: later(0),
    modified: later(30),
    published: later(1),
    released: null,
    duration_seconds: 0,
    rating: null,
    votes: null,
    picked: false,
    evergreen: false,
    for_kids: false,
    user_generated: false,
    language: 'en',
    studio_id: null,
    channel_id: '1',
    format_id: '1',
    media_file: null,
    pay: false,
    ppv_minor: null,
    ownage_minor: null,
    premium_only: false,
    login_required: false,
    age: 0,
    available_from: null,
    available_until: null,
    countries: null,
    only_domains: null,
  };
}

/** A text as part of an address: `Thriller/Suspense` is `thriller-suspense`. */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
