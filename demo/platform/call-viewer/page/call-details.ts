import type { LoggedCall } from '../../call-log.ts';

/** What a call sent, a line each. */
export function describeCall({ method, path, query, headers, body, at }: LoggedCall): string {
  const fields = [...new URLSearchParams(query)].map(([name, value]) => `  ${name} = ${value}`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${path}`,
    new Date(at).toISOString(),
    ...section('Query', fields),
    ...section('Headers', lines),
    ...section('Body', body ? formatBody(body) : []),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length ? ['', title, ...lines] : [];

/** A form as a line for each field; any other body as it is. */
function formatBody(body: string): string[] {
  if (/^[\s{[]/.test(body) || !body.includes('=')) return [body];
  return [...new URLSearchParams(body)].map(([name, value]) => `  ${name} = ${value}`);
}
