import type { Context } from 'hono';
import { readText } from '../platform/wire/read-input.ts';

/** Far above any form or purchase that a page sends. */
const maxBodyBytes = 1_000_000;

/**
 * The body of a request as text.
 * @throws {Refusal} when it is too large, or breaks off
 */
export const readBody = (context: Context): Promise<string> =>
  readText(context.req.raw, maxBodyBytes);
