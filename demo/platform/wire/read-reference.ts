import { readJson } from './json.ts';

/**
 * The caller's own reference (`cfo`) of a request: of its body, form or JSON, else of its query. An
 * unreadable body has none.
 */
export function readReference(
  query: URLSearchParams,
  body: string,
  contentType = '',
): string | undefined {
  const inQuery = query.get('cfo') ?? undefined;
  if (!/\bjson\b/i.test(contentType)) return new URLSearchParams(body).get('cfo') ?? inQuery;
  try {
    const given: unknown = Object(readJson(body))['cfo'];
    return typeof given === 'string' ? given : inQuery;
  } catch {
    return inQuery;
  }
}
