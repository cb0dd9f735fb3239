import { queryOne, type Database } from '../database/database.ts';
import { audioFile } from './audio-items.ts';
import { videoFile } from './film-item.ts';
import { insertItems, insertLookups, insertReferences } from './insert.ts';
import { createItem, slugOf, type NewItem, type NewReference } from './item.ts';
import { makeSearchTexts } from './search-texts.ts';

/**
 * An item of a catalogue file. `demo/usher-platform/catalogue.schema.json` describes each member,
 * and whoever reads a file checks it by that.
 */
export interface GivenItem {
  readonly id: number | string;
  /** Default: the ID. */
  readonly globalId?: number | string;
  /** Default `video`. */
  readonly streamtype?: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly description?: string;
  readonly genre?: string;
  readonly language?: string;
  /** YYYY-MM-DD */
  readonly released?: string;
  readonly durationSeconds?: number;
  /** 0 to 10 */
  readonly rating?: number;
  readonly votes?: number;
  readonly picked?: boolean;
  readonly forKids?: boolean;
  readonly persons?: readonly { readonly name: string; readonly role?: string }[];
  readonly tags?: readonly string[];
  /** Present: the item costs money. Without a price only a subscription opens it. */
  readonly sale?: {
    /** In the subunit of the currency, for 48 hours. */
    readonly ppv?: number;
    /** In the subunit of the currency, for good. */
    readonly ownage?: number;
    readonly premiumOnly?: boolean;
  };
  readonly loginRequired?: boolean;
  /** The youngest viewer, in years. */
  readonly minAge?: number;
  /** Two-letter codes. */
  readonly countries?: readonly string[];
  /** ISO 8601, with a time zone. */
  readonly availableFrom?: string;
  readonly availableUntil?: string;
  /** IDs of the domains that have the item. Default: all. */
  readonly domains?: readonly number[];
}

/** A catalogue file that was read and checked. */
export interface GivenCatalogue {
  readonly items: readonly GivenItem[];
  /** Of its text: tells one catalogue from another. */
  readonly hash: string;
}

/** Each item was uploaded an hour after the one before. */
const firstUpload = Date.UTC(2020, 0, 6, 8);
const uploadStepMs = 3_600_000;

/**
 * Fills an empty catalogue with given items.
 *
 * @throws {RangeError} where the database has another catalogue
 */
export async function fillGivenCatalogue(
  database: Database,
  { items, hash }: GivenCatalogue,
): Promise<void> {
  const filled = await queryOne(database, 'select 1 as one from items limit 1');
  if (filled) return checkSource(database, hash);
  await database.transaction(async (within) => {
    await insertLookups(within, []);
    await insertItems(within, items.map(itemOf));
    await insertReferences(within, items.flatMap(referencesOf));
    await within.query('insert into catalogue_sources (hash) values ($1)', [hash]);
    await within.query('analyze items, item_terms, terms');
    await makeSearchTexts(within);
    await within.query('analyze item_texts');
  });
}

async function checkSource(database: Database, hash: string): Promise<void> {
  const source = await queryOne<{ hash: string }>(database, 'select hash from catalogue_sources');
  if (source?.hash !== hash) {
    throw new RangeError(
      'the database was filled with another catalogue: name another database, or delete this one',
    );
  }
}

/** The global ID of an item, as text. */
export function globalIdOf({ id, globalId = id }: GivenItem): string {
  return String(globalId);
}

function itemOf(given: GivenItem, index: number): NewItem {
  const { streamtype = 'video', sale, genre = 'Drama' } = given;
  const uploaded = new Date(firstUpload + index * uploadStepMs);
  return {
    ...createItem(streamtype, globalIdOf(given), String(given.id), given.title, uploaded),
    subtitle: given.subtitle ?? '',
    description: given.description ?? '',
    genre,
    genre_code: slugOf(genre) || 'other',
    language: given.language ?? 'en',
    released: given.released ?? null,
    duration_seconds: given.durationSeconds ?? 0,
    rating: given.rating ?? null,
    votes: given.votes ?? null,
    picked: given.picked ?? false,
    for_kids: given.forKids ?? false,
    media_file: streamtype === 'audio' || streamtype === 'radio' ? audioFile : videoFile,
    pay: sale !== undefined,
    ppv_minor: sale?.ppv ?? null,
    ownage_minor: sale?.ownage ?? null,
    premium_only: sale?.premiumOnly ?? false,
    login_required: given.loginRequired ?? false,
    age: given.minAge ?? 0,
    countries: given.countries ? [...given.countries] : null,
    available_from: given.availableFrom ?? null,
    available_until: given.availableUntil ?? null,
    only_domains: given.domains?.map(String) ?? null,
  };
}

function referencesOf(given: GivenItem): NewReference[] {
  const gid = globalIdOf(given);
  const persons = (given.persons ?? []).map(({ name, role = 'actor' }): NewReference => ({
    gid,
    kind: 'person',
    title: name,
    role,
  }));
  const tags = (given.tags ?? []).map((title): NewReference => ({
    gid,
    kind: 'tag',
    title,
    role: 'tag',
  }));
  return [...persons, ...tags];
}
