import { randomUUID } from 'node:crypto';
import { textOf } from '../call.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';

/** Where a directory's users log in; the directory itself is no part of the demo, its address is one that never resolves. */
export async function generateDirectoryLoginUrl(call: Call): Promise<Answer> {
  const callback = textOf(call, 'host') ?? new URL(call.origin).host;
  const query = new URLSearchParams({ client: call.domain.id, callback, state: randomUUID() });
  return { result: { general: { url: `https://directory.example/authorize?${query}` } } };
}
