import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';

/** Members and headers whose values are secret. */
const secretName = /cid|csid|^sid$|token|secret|hash|password|sign|session-?id|authorization|^ip$/i;
/** A secret value is at least so long; shorter ones are flags and numbers. */
const minSecret = 6;

/**
 * Exchanges without secrets, to be kept: each secret value is replaced by another one of its form,
 * and alike wherever it stands.
 */
export function redact(exchanges: readonly Exchange[]): Exchange[] {
  const hide = createRedaction(exchanges);
  return exchanges.map((exchange) => JSON.parse(hideIn(exchange, hide)) as Exchange);
}

/** Replaces the secrets of exchanges in any text. */
export function createRedaction(exchanges: readonly Exchange[]): (text: string) => string {
  const secrets = new Map<string, string>();
  for (const { url, requestHeaders, requestBody, text } of exchanges) {
    for (const [name, value] of Object.entries(requestHeaders)) addSecret(secrets, name, value);
    for (const [name, value] of new URL(url).searchParams) addSecret(secrets, name, value);
    for (const [name, value] of new URLSearchParams(requestBody)) addSecret(secrets, name, value);
    for (const [, name = '', quoted, bare = ''] of text.matchAll(member)) {
      if (quoted === undefined) addSecret(secrets, name, bare);
      else addQuoted(secrets, name, quoted);
    }
  }
  // A secret may be a part of another one.
  const longestFirst = [...secrets].sort(([one], [other]) => other.length - one.length);
  return (text) =>
    longestFirst.reduce(
      (hidden, [secret, replacement]) =>
        hidden
          .replaceAll(secret, replacement)
          .replaceAll(encodeURIComponent(secret), encodeURIComponent(replacement)),
      text,
    );
}

const member = /"([^"\\]+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(\d+))/g;

function hideIn(exchange: Exchange, hide: (text: string) => string): string {
  return JSON.stringify({
    ...exchange,
    url: hideInPath(exchange.url, hide),
    requestBody: hide(exchange.requestBody),
    requestHeaders: mapValues(exchange.requestHeaders, hide),
    headers: { ...mapValues(exchange.headers, hide), 'set-cookie': undefined },
    text: hide(exchange.text),
  });
}

/** The address of the platform stays, which may be one that an answer names as the viewer's. */
function hideInPath(address: string, hide: (text: string) => string): string {
  const { origin } = new URL(address);
  return origin + hide(address.slice(origin.length));
}

const mapValues = (
  record: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Adds a text of JSON, also as it is written there: some platforms write `/` as `\/`. */
function addQuoted(secrets: Map<string, string>, name: string, quoted: string): void {
  const value = unquote(quoted);
  addSecret(secrets, name, value);
  const replacement = secrets.get(value);
  if (quoted === value || replacement === undefined) return;
  secrets.set(quoted, JSON.stringify(replacement).slice(1, -1));
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted; // an answer that is no JSON
  }
}

function addSecret(secrets: Map<string, string>, name: string, value: string): void {
  const text = value.replace(/^Bearer /, '');
  if (!secretName.test(name) || text.length < minSecret || secrets.has(text)) return;
  const number = secrets.size + 1;
  // The form stays, with another value: digits stay digits, hex stays hex.
  let place = 0;
  secrets.set(
    text,
    text.replace(/[0-9a-z]/gi, (character) => {
      const digit = (number + place++) % 9;
      if (/\d/.test(character)) return String(digit + 1);
      return character === character.toUpperCase() ? 'ABCDEF'[digit % 6]! : 'abcdef'[digit % 6]!;
    }),
  );
}
