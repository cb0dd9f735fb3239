import { readFileSync } from 'node:fs';
import {
  defaultNames,
  type Authorization,
  type Differences,
  type EnvelopeNames,
} from './findings.ts';

/** A part of the dialect, with the functions that it needs. */
interface Part {
  readonly member: string;
  readonly declarations: string;
}

/**
 * The text of `usher.dialect.ts`: what a page gives as the option `dialect`. Only parts that differ
 * are in it.
 */
export function writeDialect(differences: Differences, baseUrl: string): string {
  const parts = [
    parsePart(differences.prefix),
    envelopePart(differences),
    authorizePart(differences.authorization),
    secretPart(differences.authorization),
    statusPart('isSessionLost', differences.lostStatuses),
    statusPart('isNotFound', differences.notFoundStatuses),
    referencePart(differences.sendsReference),
  ].filter((part) => part !== undefined);
  const types = parts.some(({ member }) => member === 'readEnvelope')
    ? 'Answer, Dialect'
    : 'Dialect';
  return `// Written by \`usher-platform probe\` for ${baseUrl}. Give it to the runtime:
// createUsher({ baseUrl, dialect })
import type { ${types} } from 'usher-runtime';

${parts.map(({ declarations }) => declarations).join('')}export const dialect: Partial<Dialect> = {
${parts.map(({ member }) => `  ${member},\n`).join('')}};
`;
}

function parsePart(prefix: string | undefined): Part | undefined {
  if (prefix === undefined) return undefined;
  return {
    member: 'parse',
    declarations: `/** Before the JSON of each answer. */
const prefix = ${JSON.stringify(prefix)};
/** Texts, and numbers that are no keys. */
const stringOrNumber = /"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?!\\s*:)/g;

/** Integers beyond 2^53 stay text, with every digit. */
function parse(text: string): unknown {
  const json = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return JSON.parse(
    json.replace(stringOrNumber, (token) =>
      /^-?[1-9]\\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? \`"\${token}"\` : token,
    ),
  );
}

`,
  };
}

function envelopePart({ envelope, moves }: Differences): Part | undefined {
  if (!envelope && !moves.size) return undefined;
  const names: EnvelopeNames = envelope ?? defaultNames;
  const places = [...moves].map(
    ([from, to]) => `  [${JSON.stringify(from.split('.'))}, ${JSON.stringify(to.split('.'))}],\n`,
  );
  return {
    member: 'readEnvelope',
    declarations: `type Members = Readonly<Record<string, unknown>>;

/** Members of a result that have another place: where they are, and where the runtime reads. */
const moves: readonly (readonly [from: readonly string[], to: readonly string[]])[] = [
${places.join('')}];

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function move(result: unknown): unknown {
  let moved = result;
  for (const [from, [part = '', name = '']] of moves) {
    const value = from.reduce<unknown>(
      (inner, key) => (isObject(inner) ? inner[key] : undefined),
      result,
    );
    if (value === undefined || !isObject(moved)) continue;
    const inner = moved[part];
    moved = { ...moved, [part]: { ...(isObject(inner) ? inner : {}), [name]: value } };
  }
  return moved;
}

function readEnvelope(httpStatus: number, parsed: unknown): Answer {
  const metadata = isObject(parsed) ? parsed[${JSON.stringify(names.metadata)}] : undefined;
  if (!isObject(parsed) || !isObject(metadata)) {
    return { status: httpStatus, result: move(parsed), metadata: {} };
  }
  const paging = parsed[${JSON.stringify(names.paging)}];
  return {
    status: Math.max(httpStatus, Number(metadata[${JSON.stringify(names.status)}]) || 0),
    result: move(parsed[${JSON.stringify(names.result)}]),
    metadata,
    hint: textOf(metadata[${JSON.stringify(names.hint)}]),
    notice: textOf(metadata['notice']),
    paging: isObject(paging)
      ? {
          start: Number(paging['start']) || 0,
          limit: Number(paging['limit']) || 0,
          resultcount: Number(paging['resultcount']) || 0,
        }
      : undefined,
  };
}

`,
  };
}

function authorizePart(authorization: Authorization | undefined): Part | undefined {
  if (!authorization) return undefined;
  const { sessionHeader, tokenHeader, hash, isSecretUncut } = authorization;
  const isOfSecretOnly =
    isSecretUncut &&
    sessionHeader === 'X-Request-CID' &&
    tokenHeader === 'X-Request-Token' &&
    hash === 'MD5';
  if (isOfSecretOnly) return undefined;
  const id = sessionHeader === 'Authorization' ? '`Bearer ${session}`' : 'session';
  const headers = `${JSON.stringify(sessionHeader)}: ${id}`;
  if (!tokenHeader) {
    return { member: `authorize: (_operation, { session }) => ({ ${headers} })`, declarations: '' };
  }
  const sign = hash === 'MD5' ? 'md5' : 'await digest';
  return {
    member: `authorize: async (operation, { session, domain, secret }) => ({
    ${headers},
    ...(secret !== undefined && {
      ${JSON.stringify(tokenHeader)}: ${sign}(operation + domain + secret),
    }),
  })`,
    declarations: hash === 'MD5' ? md5Source() : digestSource(hash),
  };
}

/** Browsers have no MD5. */
function md5Source(): string {
  const source = readFileSync(new URL('../../../src/dialect/md5.ts', import.meta.url), 'utf8');
  return `${source.replace('export function', 'function')}\n`;
}

const digestSource = (
  hash: string,
): string => `/** In a secure context only: https, or this machine. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('${hash}', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

`;

function secretPart(authorization: Authorization | undefined): Part | undefined {
  if (!authorization?.isSecretUncut) return undefined;
  return { member: 'signatureSecret: (domainToken) => domainToken', declarations: '' };
}

function statusPart(
  name: 'isSessionLost' | 'isNotFound',
  statuses: ReadonlySet<number>,
): Part | undefined {
  if (!statuses.size) return undefined;
  const list = [...statuses].join(', ');
  if (name === 'isNotFound') {
    return {
      member: `isNotFound: ({ status }) => [404, ${list}].includes(status)`,
      declarations: '',
    };
  }
  return {
    member: `isSessionLost: ({ status }, { id, authorized }) =>
    authorized &&
    !['session/login', 'session/logout', 'payment/redeemvoucher'].includes(id) &&
    [401, ${list}].includes(status)`,
    declarations: '',
  };
}

function referencePart(sendsReference: false | undefined): Part | undefined {
  return sendsReference === false
    ? { member: 'sendsReference: false', declarations: '' }
    : undefined;
}
