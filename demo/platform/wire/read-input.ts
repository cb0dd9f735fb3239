import type { Context } from 'hono';
import { readJson } from './json.ts';
import { Refusal } from './refusal.ts';

/** Far above any receipt or form that a client sends. */
const maxBodyBytes = 1_000_000;

/** The texts of a call, wherever they were sent: body over query, path over both. */
export async function readInput(context: Context): Promise<Record<string, string>> {
  const texts: Record<string, string> = { ...fromPairs(new URL(context.req.url).searchParams) };
  if (context.req.method !== 'GET') Object.assign(texts, await readBody(context));
  for (const [name, value] of Object.entries(context.req.param())) {
    if (name !== 'domain' && value !== undefined) texts[name] = value;
  }
  return texts;
}

async function readBody(context: Context): Promise<Record<string, string>> {
  const body = await readText(context.req.raw, maxBodyBytes);
  if (!body.trim()) return {};
  const isJson = /\bjson\b/i.test(context.req.header('Content-Type') ?? '');
  return isJson ? fromJson(body) : fromPairs(new URLSearchParams(body));
}

/**
 * Reads a body to its end or its limit, whatever length it announced. @throws {Refusal} 413 beyond
 * the limit, 400 when the caller breaks off.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new Refusal(413, `the body must not be larger than ${maxBytes} bytes`);
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge;
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new Refusal(400, 'the body must be complete: it broke off');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function fromPairs(pairs: URLSearchParams): Record<string, string> {
  return Object.fromEntries(pairs);
}

function fromJson(body: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = readJson(body);
  } catch {
    throw new Refusal(400, 'the body is no readable JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Refusal(400, 'the body must be a JSON object');
  }
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(parsed)) {
    if (value !== null) texts.push([name, fieldText(name, value)]);
  }
  return Object.fromEntries(texts);
}

function fieldText(name: string, value: unknown): string {
  try {
    return asText(value);
  } catch {
    // RangeError: no stack is deep enough for it
    throw new Refusal(400, `${name.slice(0, 80)} must be nested less deeply`);
  }
}

/** A value of JSON as the text that a form would have. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Array.isArray(value) ? value.map(asText).join() : JSON.stringify(value);
}
