/** A request to the base URL of a recording. */
export interface ReplayRequest {
  /** What is asked, as `session/init`, without values in its path. */
  readonly name: string;
  readonly method: string;
  readonly headers: Headers;
  /** The fields of query and body. */
  readonly values: ReadonlyMap<string, string>;
}

/** @returns nothing where the path is none below the base */
export async function readReplayRequest(
  request: Request,
  basePath: string,
): Promise<ReplayRequest | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  const [area, operation] = pathname.slice(basePath.length + 1).split('/');
  const values = new Map(searchParams);
  if (request.method !== 'GET') {
    const text = await request.clone().text();
    for (const [name, value] of readFields(text)) values.set(name, value);
  }
  return {
    name: `${area}/${operation}`,
    method: request.method,
    headers: request.headers,
    values,
  };
}

/** The fields of a form or of JSON. */
function readFields(text: string): Iterable<[string, string]> {
  if (!text.startsWith('{')) return new URLSearchParams(text);
  try {
    const fields = JSON.parse(text) as Record<string, unknown>;
    return Object.entries(fields).map(([name, value]) => [name, String(value)]);
  } catch {
    return []; // it has no fields
  }
}
