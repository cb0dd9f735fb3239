import type { Kind } from './endpoint.ts';
import { id, text } from './field.ts';

const listOf = (item: Kind, allowed: string): Kind => ({
  allowed,
  encode(value) {
    const encoded = itemsOf(value).map((one) => item.encode(one, {}));
    return encoded.every((wire) => wire && !wire.includes(',')) && encoded.length
      ? encoded.join()
      : undefined;
  },
});

function itemsOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return value.split(',');
  return Array.isArray(value) ? Array.from<unknown>(value) : [];
}

export const list: Kind = listOf(
  text,
  'non-empty texts without commas, as an array or joined by commas',
);

export const ids: Kind = listOf(id, 'IDs, as an array or joined by commas');

/** Further parameters, with names that the document does not list. */
export const record: Kind = {
  allowed: 'an object of names with texts, finite numbers or booleans',
  pairs: true,
  encode(value) {
    // A Date or a Map has no entries, so nothing would be sent.
    if (Object.prototype.toString.call(value) !== '[object Object]') return undefined;
    const pairs: string[] = [];
    for (const [name, given] of Object.entries(value as Record<string, unknown>)) {
      const wire = text.encode(asText(given), {});
      if (!name || text.encode(name, {}) === undefined || wire === undefined) return undefined;
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(wire)}`);
    }
    return pairs.join('&');
  },
};

function asText(value: unknown): unknown {
  if (typeof value === 'boolean') return String(Number(value));
  return Number.isFinite(value) ? String(value) : value;
}
