import { payment } from '../contract/payment.ts';
import { session } from '../contract/session.ts';
import { InputError } from '../errors/input-error.ts';

/** What goes wrong with a call. */
export type FaultKind =
  /** The call is not carried out, and there is no answer. */
  | { readonly kind: 'lose request' }
  /** The call is carried out, and there is no answer. */
  | { readonly kind: 'lose answer' }
  /** The call is not carried out. The answer is 401: its session is unknown. */
  | { readonly kind: 'lose session' }
  /** The call is carried out. The answer is no JSON. */
  | { readonly kind: 'unreadable answer' }
  /** The call is carried out that much later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call is not carried out. The answer has that status. */
  | { readonly kind: 'status'; readonly status: number };

export type Fault = FaultKind & {
  /** An endpoint as `payment/finishtransaction`, an area as `payment/*`, or `*`. */
  readonly where: string;
  /** For so many calls. Absent: until it is removed. */
  readonly times?: number;
};

const simpleKinds = ['lose request', 'lose answer', 'lose session', 'unreadable answer'] as const;
/** Longer than any deadline of a call. */
const maxDelayMs = 600_000;

const grammar =
  '"<endpoint>: <fault>[, once | <n> times]"; the endpoint is as payment/finishtransaction, ' +
  'payment/* or *; the fault is lose request, lose answer, lose session, unreadable answer, ' +
  'delay <n>ms, delay <n>s or status <400 to 599>';

/**
 * Reads a fault, as `payment/finishtransaction: lose answer, once`. The reference platform reads
 * the same texts.
 * @throws {InputError} `input`, with the texts that are allowed.
 */
export function readFault(text: string): Fault {
  const [, where = '', what = '', often] =
    /^\s*([^:]*?)\s*:\s*([^,]*?)\s*(?:,(.*))?$/.exec(typeof text === 'string' ? text : '') ?? [];
  const kind = readKind(what);
  if (!kind || !isEndpoint(where)) throw refused(text);
  if (often === undefined) return { ...kind, where };
  const [, count] = /^\s*(?:once|([1-9]\d{0,5})\s+times?)\s*$/.exec(often) ?? [];
  if (count === undefined && often.trim() !== 'once') throw refused(text);
  return { ...kind, where, times: Number(count ?? 1) };
}

const refused = (text: unknown): InputError => new InputError('usher.fault', 'text', text, grammar);

function readKind(text: string): FaultKind | undefined {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  const simple = simpleKinds.find((kind) => kind === words);
  if (simple) return { kind: simple };
  const [, status] = /^status ([45]\d\d)$/.exec(words) ?? [];
  if (status) return { kind: 'status', status: Number(status) };
  const [, amount, unit] = /^delay (\d+(?:\.\d+)?) ?(ms|s)$/.exec(words) ?? [];
  const ms = Number(amount) * (unit === 's' ? 1000 : 1);
  return ms <= maxDelayMs ? { kind: 'delay', ms } : undefined;
}

/** The areas whose endpoints are known here. The others are the data of the page's own answers. */
const known = [session, payment];
const dataAreas = ['allmedia', 'system', 'statistics'];

function isEndpoint(where: string): boolean {
  if (where === '*') return true;
  const [name = '', endpoint = '', ...more] = where.split('/');
  if (more.length > 0) return false;
  const area = known.find((each) => each.name === name);
  if (endpoint === '*') return area !== undefined || dataAreas.includes(name);
  if (area) return Object.prototype.hasOwnProperty.call(area.rows, endpoint);
  return dataAreas.includes(name) && /^[a-z]\w*$/.test(endpoint);
}
