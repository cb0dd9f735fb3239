import { isSet, numberOf, textOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import { listItems } from './list-items.ts';
import { mediaFilter } from './media-filter.ts';
import { mediaOrder } from './order.ts';
import { queryText } from './query-fields.ts';
import { rankItems } from './ranked.ts';
import type { Where } from './where.ts';

/**
 * Each word is a condition of its own, which reads the texts again: 2,000 words keep everybody
 * waiting. Nobody types more than these.
 */
const maxSubstringWords = 32;

const joinTexts = 'join item_texts on item_texts.gid = items.gid';

/**
 * Searches all items: by words as they stand, or by relevance. Each query is reported, unless it
 * says not to.
 */
export async function byQuery(call: Call): Promise<Answer> {
  const query = textOf(call, 'query')!;
  const mode = textOf(call, 'queryMode') ?? 'classicwithand';
  const answer =
    mode === 'fulltext'
      ? await byRelevance(call, query)
      : await byWords(call, query, mode === 'classicwithor');
  if (!isSet(call, 'skipReporting')) {
    await call.database.query(
      'insert into query_reports (domain, session_id, query, mode, results, at) values ($1, $2, $3, $4, $5, $6)',
      [
        call.domain.id,
        call.session?.id ?? null,
        query,
        mode,
        answer.paging!.resultcount,
        call.now(),
      ],
    );
  }
  return answer;
}

/**
 * What full text looks in: the configuration of its words, the column that has an index, and what
 * the score goes by.
 */
interface FullText {
  readonly language: 'english' | 'simple';
  readonly indexed: string;
  readonly ranked: string;
}

const byStems: FullText = { language: 'english', indexed: 'stems', ranked: 'stems' };
/**
 * Stop words have no stems, so they are looked up as they are. Words of the title weigh most, as
 * they do among the stems.
 */
const byStopWords: FullText = {
  language: 'simple',
  indexed: 'words',
  ranked: `(setweight(to_tsvector('simple', items.title), 'A') || words)`,
};

/** Whether English leaves any stem of a query: of stop words alone, as in "The", it leaves none. */
async function hasStems(call: Call, query: string): Promise<boolean> {
  const counted = await queryOne<{ stems: number }>(
    call.database,
    `select numnode(plainto_tsquery('english', $1::text))::int4 as stems`,
    [query],
  );
  return (counted?.stems ?? 0) > 0;
}

/**
 * Stems of English, any of them; what has more of them, and in its title, scores more. Ignores the
 * order that was asked for.
 */
async function byRelevance(call: Call, query: string): Promise<Answer> {
  const where = mediaFilter(call);
  const search = (await hasStems(call, query)) ? byStems : byStopWords;
  const terms = anyOf(`plainto_tsquery('${search.language}', ${where.parameter(query)}::text)`);
  const fields = queryText(call);
  const stems =
    fields === undefined ? search.ranked : `to_tsvector('${search.language}', ${fields})`;
  // ts_rank stays far below 1 for texts this short; three times it fills 0 to 100.
  const score = `least(100, round(ts_rank(${stems}, ${terms}) * 100 * 3))::int4`;
  where.and(`${search.indexed} @@ ${terms}`);
  if (fields !== undefined) where.and(`${stems} @@ ${terms}`);
  const least = numberOf(call, 'minimalQueryScore');
  if (least !== undefined) where.and(`${score} >= ?::float8`, least);
  return rankItems(call, { where, joins: joinTexts, by: { name: 'score', sql: score } });
}

/** All words or any, whole or as part of others. */
async function byWords(call: Call, query: string, any: boolean): Promise<Answer> {
  const where = mediaFilter(call);
  if (isSet(call, 'includeSubstringMatches')) matchSubstrings(where, query, any, queryText(call));
  else matchWords(where, query, any, queryText(call));
  return listItems(call, { where, joins: joinTexts, orderBy: mediaOrder(call) });
}

function matchWords(where: Where, query: string, any: boolean, fields: string | undefined): void {
  const words = `plainto_tsquery('simple', ${where.parameter(query)}::text)`;
  const terms = any ? anyOf(words) : words;
  where.and(`words @@ ${terms}`);
  // The index has found what holds the words anywhere; only what it found is read again by field.
  if (fields !== undefined) where.and(`to_tsvector('simple', ${fields}) @@ ${terms}`);
}

function matchSubstrings(
  where: Where,
  query: string,
  any: boolean,
  fields: string | undefined,
): void {
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length > maxSubstringWords) {
    throw new Refusal(
      400,
      `query must be of at most ${maxSubstringWords} words, where parts of words are searched`,
    );
  }
  if (words.length === 0) return void where.and('false');
  const patterns = words.map(
    (word) => `lower(${where.parameter(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}::text)`,
  );
  const isIn = (text: string): string =>
    patterns.map((pattern) => `${text} like ${pattern}`).join(any ? ' or ' : ' and ');
  where.and(isIn('haystack'));
  if (fields !== undefined) where.and(isIn(`lower(${fields})`));
}

/** A query of several terms made to ask for any of them. */
function anyOf(terms: string): string {
  return `replace(${terms}::text, ' & ', ' | ')::tsquery`;
}
