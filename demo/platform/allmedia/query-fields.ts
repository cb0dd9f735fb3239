import { textOf, type Call } from '../call.ts';
import { Refusal } from '../wire/refusal.ts';

const termTitles = (kind: string): string =>
  `(select string_agg(terms.title, ' ') from item_terms join terms on terms.id = term_id where item_terms.gid = items.gid and kind = '${kind}')`;

/** The text attributes that a query can be limited to. */
const fields: Readonly<Record<string, string>> = {
  title: 'title',
  subtitle: 'subtitle',
  description: 'description',
  genre: 'genre',
  slug: 'slug',
  refnr: 'refnr',
  persons: termTitles('person'),
  tags: termTitles('tag'),
  shows: termTitles('show'),
  places: termTitles('place'),
  products: termTitles('product'),
  studio: '(select studios.title from studios where studios.id = studio_id)',
};

/** The text that `queryFields` selects, as SQL; `undefined` when all of it is meant. */
export function queryText(call: Call): string | undefined {
  const names = textOf(call, 'queryFields')?.split(',');
  const unknown = names?.find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) {
    throw new Refusal(
      400,
      `queryFields must be of ${Object.keys(fields).join(', ')}, not "${unknown.slice(0, 80)}"`,
    );
  }
  return names && `concat_ws(' ', ${names.map((name) => fields[name]).join(', ')})`;
}
