import { copyValues } from '../contract/copy-values.ts';
import { encodeCall } from '../contract/encode-call.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Area } from '../contract/endpoint.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Answer } from '../dialect/envelope.ts';
import { checkSignal } from '../errors/check-signal.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { SessionRequest } from '../session/request.ts';
import type { CallOptions } from '../transport/call.ts';
import { dialectError } from '../transport/dialect-error.ts';
import type { CreateQueryStore } from './queries.ts';
import type { InternalReadOptions, QueryDefinition, Reader, ReadOptions } from './reader.ts';

/** The viewer for whom data is read now. */
export interface PresentViewer {
  /** Aborted when the session ends, or when its user changes. */
  readonly viewerSignal: AbortSignal;
  /** `null` without a user, `undefined` while the viewer is not known. */
  readonly userId: string | null | undefined;
}

/** The parts that read the data of an area. */
export interface DataParts {
  readonly request: SessionRequest;
  readonly reader: Reader;
  readonly query: CreateQueryStore;
  readonly dialect: Partial<Dialect>;
  /** Reads the changes of other tabs. Returns the present viewer. */
  readonly getViewer: () => PresentViewer;
  /** Notes for `diagnose()` that an answer could not be understood. */
  readonly noteUnreadable: (endpoint: string, status: number) => void;
}

/** How the answers of an endpoint are read. */
export interface Reads<Data> {
  readonly convert: (answer: Answer) => Data;
  readonly staleTimeMs: number;
  readonly parse?: CallOptions['parse'];
  readonly missing?: Data;
  readonly isPublic?: boolean;
  readonly dependsOnAccess?: boolean;
  /** Values added when the viewer has not requested the read. */
  readonly backgroundValues?: Values;
}

/**
 * The order of the fields does not change the answer. Whether a search is reported does not either,
 * but an answer from memory would leave a search unreported.
 */
const sorted = (query: string): string => query.split('&').sort().join('&');

/**
 * Creates a read of an endpoint, with checked values.
 * @throws {InputError} `input`.
 */
export function definitionOf<Data>(
  parts: DataParts,
  area: Area,
  name: string,
  values: object | null | undefined,
  { convert, parse, backgroundValues, ...reads }: Reads<Data>,
): QueryDefinition<Data> {
  const { request, dialect } = parts;
  const given = copyValues(values) as Values;
  const { path, query } = encodeCall(area, name, given, dialect.parameters);
  const endpoint = `${area.name}/${name}`;
  return {
    ...reads,
    endpoint,
    key: `${path}?${sorted(query)}`,
    async fetch({ signal, again, onSend: beforeSend, findSession }) {
      const sent = again ? { ...given, ...backgroundValues } : given;
      const options = { signal, parse, findSession, beforeSend };
      const answer = await request(area, name, sent, options);
      try {
        return { data: convert(answer) };
      } catch (error) {
        if (!isUsherError(error, 'not-found')) parts.noteUnreadable(endpoint, answer.status);
        throw dialectError(endpoint, error);
      }
    },
  };
}

/**
 * Reads, and returns only the data.
 * @throws {InputError} `input`.
 */
export async function ask<Data>(
  { reader }: DataParts,
  reading: QueryDefinition<Data>,
  options?: InternalReadOptions | null,
): Promise<Data> {
  checkSignal(reading.endpoint, options?.signal);
  return (await reader.read(reading, options ?? {})).data;
}

/** The functions of an area: one for each row of its table, with the row's name. */
export const createCalls = <Calls>(
  parts: DataParts,
  { rows }: Area,
  definitionFor: (name: string, values?: object) => QueryDefinition<never>,
): Calls =>
  Object.fromEntries(
    Object.keys(rows).map((name) => [
      name,
      async (values?: object, options?: ReadOptions) =>
        ask(parts, definitionFor(name, values), options),
    ]),
  ) as Calls; // the rows name them
