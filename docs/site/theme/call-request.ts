import type { Endpoint, EndpointField } from '../endpoint.ts';

/** What is typed into the form, by the name of the field. */
export type FieldValues = Readonly<Record<string, string>>;

/** A call as `fetch` sends it. */
export interface CallRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** The request of a call, without credentials. Fields that are left empty are not sent. */
export function callRequest(baseUrl: string, endpoint: Endpoint, values: FieldValues): CallRequest {
  const given = (place: EndpointField['place']): [string, string][] =>
    endpoint.fields
      .filter((field) => field.place === place && (values[field.name] ?? '') !== '')
      .map(({ name }) => [name, values[name] ?? '']);
  const named = new Map(given('path'));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(named.get(name) ?? ''),
  );
  const segments = given('segment').map(([, value]) => `/${encodeURIComponent(value)}`);
  const query = new URLSearchParams(given('query')).toString();
  const body = given('body');
  return {
    url: `${baseUrl}${path}${segments.join('')}${query === '' ? '' : `?${query}`}`,
    init: {
      method: endpoint.method,
      ...(body.length > 0 && { body: new URLSearchParams(body) }),
      referrerPolicy: 'no-referrer',
    },
  };
}
