import { areas } from '../areas.ts';

/** What goes wrong with a call. */
export type FaultKind =
  /** The connection ends before the call is carried out. */
  | { readonly kind: 'lose request' }
  /** The call is carried out. The connection ends within the answer. */
  | { readonly kind: 'lose answer' }
  /** The call is not carried out, and answered with 401: its session is unknown. */
  | { readonly kind: 'lose session' }
  /** The call is carried out. The answer is no JSON. */
  | { readonly kind: 'unreadable answer' }
  /** The call is carried out that much later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call is not carried out, and answered with that status. */
  | { readonly kind: 'status'; readonly status: number };

export type Fault = FaultKind & {
  /** An endpoint as `payment/finishtransaction`, an area as `payment/*`, or `*`. */
  readonly where: string;
  /** For so many calls. Absent: until it is removed. */
  readonly times?: number;
};

const simpleKinds = ['lose request', 'lose answer', 'lose session', 'unreadable answer'] as const;
/** Longer than any deadline of a client. */
const maxDelayMs = 600_000;

/** What a fault may say, for help and messages. */
export const faultGrammar =
  '"<endpoint>: <fault>[, once | <n> times]"; the endpoint is as payment/finishtransaction, ' +
  'payment/* or *; the fault is lose request, lose answer, lose session, unreadable answer, ' +
  'delay <n>ms, delay <n>s or status <400 to 599>';

/**
 * Reads a fault, as `payment/finishtransaction: lose answer, once`.
 *
 * @throws {RangeError} which says what is wrong, and what may be written
 */
export function parseFault(text: string): Fault {
  const [, where = '', what = '', often] =
    /^\s*([^:]*?)\s*:\s*([^,]*?)\s*(?:,(.*))?$/.exec(text) ?? [];
  const kind = readKind(what);
  if (!kind) throw new RangeError(`"${text}" names no fault; write ${faultGrammar}`);
  if (!isEndpoint(where)) {
    throw new RangeError(`"${where}" in "${text}" is no endpoint; write ${faultGrammar}`);
  }
  if (often === undefined) return { ...kind, where };
  const [, count] = /^\s*(?:once|([1-9]\d{0,5})\s+times?)\s*$/.exec(often) ?? [];
  if (count === undefined && often.trim() !== 'once') {
    throw new RangeError(`"${often.trim()}" in "${text}" is no number of times`);
  }
  return { ...kind, where, times: Number(count ?? 1) };
}

/** The text that `parseFault` reads. */
export function formatFault(fault: Fault): string {
  return `${fault.where}: ${formatKind(fault)}${formatTimes(fault.times)}`;
}

function formatTimes(times: number | undefined): string {
  if (times === undefined) return '';
  return times === 1 ? ', once' : `, ${times} times`;
}

function formatKind(fault: FaultKind): string {
  if (fault.kind === 'delay') return `delay ${fault.ms}ms`;
  if (fault.kind === 'status') return `status ${fault.status}`;
  return fault.kind;
}

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

function isEndpoint(where: string): boolean {
  if (where === '*') return true;
  const [name, endpoint = ''] = where.split('/');
  const area = areas.find((one) => one.name === name);
  return area !== undefined && (endpoint === '*' || Object.hasOwn(area.rows, endpoint));
}
