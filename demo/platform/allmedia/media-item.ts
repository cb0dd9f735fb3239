import { wireId } from '../wire/json.ts';
import type { ItemRow } from './item-row.ts';

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/**
 * The part of an item that every answer has. IDs are JSON numbers with all their digits, however
 * many.
 */
export function generalPart(item: ItemRow): Record<string, unknown> {
  return {
    ID: wireId(item.id),
    GID: wireId(item.gid),
    hash: item.hash,
    title: item.title,
    subtitle: item.subtitle,
    description: item.description,
    slug: item.slug,
    refnr: item.refnr,
    genre: item.genre,
    contenttype: item.content_type,
    uploaded: seconds(item.uploaded),
    created: seconds(item.uploaded),
    runtime: clockTime(item.duration_seconds),
    ageRestriction: item.age,
    isPay: item.pay ? 1 : 0,
    isPicked: item.picked ? 1 : 0,
    isEvergreen: item.evergreen ? 1 : 0,
    forKids: item.for_kids ? 1 : 0,
    isUGC: item.user_generated ? 1 : 0,
    language: item.language,
    streamtype: item.streamtype,
    ...(item.score !== undefined && { queryscore: item.score }),
    ...(item.views !== undefined && { views: item.views }),
  };
}

export function imagePart(item: ItemRow, origin: string): Record<string, unknown> {
  return {
    thumb: `${origin}/poster/${item.gid}.svg`,
    thumb_width: 640,
    thumb_height: 360,
    alt: item.title,
  };
}

export function statusPart(item: ItemRow): Record<string, unknown> {
  return {
    isPublished: 1,
    isPay: item.pay ? 1 : 0,
    isPremiumOnly: item.premium_only ? 1 : 0,
    needsLogin: item.login_required ? 1 : 0,
    age: item.age,
    availableFrom: item.available_from ? seconds(item.available_from) : 0,
    availableUntil: item.available_until ? seconds(item.available_until) : 0,
    countries: item.countries ?? [],
  };
}

export function publishingPart(item: ItemRow): Record<string, unknown> {
  return {
    published: seconds(item.published),
    modified: seconds(item.modified),
    released: item.released ?? '',
    channel: wireId(item.channel_id),
    format: wireId(item.format_id),
    externalReference: item.external_reference ?? '',
    rating: item.rating ?? 0,
    votes: item.votes ?? 0,
  };
}

/** Seconds as `00:18:19`. */
function clockTime(duration: number): string {
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  return `${two(duration / 3600)}:${two((duration % 3600) / 60)}:${two(duration % 60)}`;
}
