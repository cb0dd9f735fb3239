import { decodeCall } from '../../../../src/contract/decode.ts';
import { readJson } from '../../wire/json.ts';
import { asText } from '../../wire/read-input.ts';
import { asRefusal, Refusal } from '../../wire/refusal.ts';
import type { EventKind } from '../record-events.ts';
import { reportArea } from './report-area.ts';

export interface ReportedEvent {
  readonly kind: EventKind;
  readonly gid: string;
  readonly seconds?: number;
  /** Unix seconds; absent: now. */
  readonly at?: number;
}

export interface Report {
  readonly token: string;
  /** Where the token is of no session. */
  readonly domain: string | undefined;
  readonly context: Readonly<Record<string, string>>;
  readonly events: readonly ReportedEvent[];
}

/** More than a page has to tell at a time. */
const maxEvents = 100;
/** More than any name has; it is stored, and shown as a key. */
const maxText = 200;

/** Reads a report from its body. @throws {Refusal} 400, naming the field. */
export function readReport(body: string): Report {
  const { events, context, ...batch } = asObject(parse(body), 'the body');
  const { reporttoken, domain } = decode('batch', batch, '');
  if (!Array.isArray(events) || events.length === 0 || events.length > maxEvents) {
    throw new Refusal(400, `events must be a list of 1 to ${maxEvents} events`);
  }
  return {
    token: String(reporttoken),
    domain: typeof domain === 'string' ? domain : undefined,
    context: readContext(context ?? {}),
    events: events.map((event: unknown, index) => readEvent(event, `events[${index}]`)),
  };
}

function readContext(given: unknown): Record<string, string> {
  const values = Object.entries(decode('context', asObject(given, 'context'), 'context.')).map(
    ([field, value]): [string, string] => [field, String(value)],
  );
  for (const [field, value] of values) {
    if (value.length > maxText) {
      throw new Refusal(400, `context.${field} must have ${maxText} characters at most`);
    }
  }
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

function readEvent(given: unknown, place: string): ReportedEvent {
  // Checked by its row.
  const event = decode('event', asObject(given, place), `${place}.`) as unknown as ReportedEvent;
  const isTimed = event.kind === 'viewtime';
  if (isTimed !== (event.seconds !== undefined)) {
    throw new Refusal(
      400,
      `${place}.seconds must be ${isTimed ? 'given' : 'left out'} where kind is ${event.kind}`,
    );
  }
  return event;
}

/** Checks fields against their row; what is refused is named with its place. */
function decode(
  row: 'batch' | 'context' | 'event',
  given: Record<string, unknown>,
  place: string,
): Record<string, unknown> {
  const unknown = Object.keys(given).find(
    (field) => !Object.hasOwn(reportArea.rows[row]!.body!, field),
  );
  if (unknown !== undefined) {
    throw new Refusal(
      400,
      `${place}${unknown.slice(0, maxText)} must be left out: there is no such field`,
    );
  }
  const texts = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([field, value]): [string, string] => [field, asText(value)]);
  try {
    return decodeCall(reportArea, row, Object.fromEntries(texts));
  } catch (error) {
    const refusal = asRefusal(error);
    throw refusal ? new Refusal(refusal.status, place + refusal.hint) : error;
  }
}

function parse(body: string): unknown {
  try {
    return readJson(body);
  } catch {
    throw new Refusal(400, 'the body is no readable JSON');
  }
}

function asObject(given: unknown, place: string): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refusal(400, `${place} must be a JSON object`);
  }
  return { ...given };
}
