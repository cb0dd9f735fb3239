import type { ItemRules } from '../payment/item-state.ts';

/** An item as stored, with its studio. */
export interface ItemRow extends ItemRules {
  readonly id: string;
  readonly streamtype: string;
  readonly hash: string;
  readonly refnr: string;
  readonly external_reference: string | null;
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly genre: string;
  readonly genre_code: string;
  readonly content_type: string;
  readonly language: string;
  readonly uploaded: Date;
  readonly modified: Date;
  readonly published: Date;
  /** YYYY-MM-DD */
  readonly released: string | null;
  readonly duration_seconds: number;
  readonly rating: number | null;
  readonly votes: number | null;
  readonly picked: boolean;
  readonly evergreen: boolean;
  readonly for_kids: boolean;
  readonly user_generated: boolean;
  readonly studio_id: string | null;
  readonly channel_id: string;
  readonly format_id: string;
  readonly media_file: string | null;
  /** Of a query by relevance: 0 to 100. */
  readonly score?: number;
  /** Of a ranking: the number of views. */
  readonly views?: number;
}

/** The columns of `ItemRow`; without the search columns, which are long. */
export const itemColumns = `
  items.gid, items.id, streamtype, hash, refnr, external_reference, slug, title, subtitle, description, genre, genre_code, content_type, language,
  uploaded, modified, published, released::text as released, duration_seconds, rating, votes, picked, evergreen, for_kids, user_generated,
  studio_id, channel_id, format_id, media_file, pay, ppv_minor, ownage_minor, premium_only, login_required, age, available_from, available_until,
  countries, only_domains`;
