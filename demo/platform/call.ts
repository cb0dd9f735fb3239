import type { Platform } from './platform.ts';
import type { Session } from './session/session.ts';
import type { Domain } from './tenants/domain.ts';
import type { Answer } from './wire/envelope.ts';

/** One call, checked and authorized, as its handler gets it. */
export interface Call extends Platform {
  readonly domain: Domain;
  /** Absent where a call needs none: init, staticdetails, reads of a player-only domain. */
  readonly session: Session | undefined;
  /** The values by the contract; IDs are text. */
  readonly values: Readonly<Record<string, unknown>>;
  /**
   * Where the platform was reached, as `http://127.0.0.1:4174`; files and posters are addressed
   * under it.
   */
  readonly origin: string;
}

export type Handler = (call: Call) => Promise<Answer>;

/** The value of a field that is text, where it was given. */
export function textOf(call: Call, field: string): string | undefined {
  const value = call.values[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(call: Call, field: string): number | undefined {
  const value = call.values[field];
  return typeof value === 'number' ? value : undefined;
}

export function isSet(call: Call, field: string): boolean {
  return call.values[field] === true;
}
