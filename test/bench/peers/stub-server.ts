import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { initAnswer, listen } from '../origins.mjs';
import type { Setup } from './setup.ts';

/** A request that reached the server. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

export interface StubServer {
  /** As `http://127.0.0.1:4000`. */
  readonly url: string;
  /** All that came, preflights too. */
  readonly requests: readonly StubRequest[];
  readonly close: () => Promise<void>;
}

/**
 * Speaks as much of each library's protocol as a page needs to begin its session. It answers
 * `delayMs` after a request came. A preflight is answered at once, and the browser may keep the
 * answer: that is the better case for a library that needs one.
 */
export async function startStubServer(
  delayMs: number,
  setups: readonly Setup[],
): Promise<StubServer> {
  const requests: StubRequest[] = [];
  const answers = new Map<string, string>([['/v3.1/741/session/init', initAnswer()]]);
  const { url, close } = await listen(
    async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { method = '', url: path = '', headers } = request;
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString();
      requests.push({ method, path, type: headers['content-type'], body });
      allowOrigin(request, response);
      if (method === 'OPTIONS') return void response.writeHead(204).end();
      await sleep(delayMs);
      const answer = answers.get(path.split('?')[0]!);
      if (answer === undefined) return void response.writeHead(404).end();
      response.setHeader('Content-Type', 'application/json').end(answer);
    },
  );
  for (const setup of setups) {
    for (const [path, answer] of Object.entries(setup.answers(url))) {
      answers.set(path, JSON.stringify(answer));
    }
  }
  return { url, requests, close };
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Max-Age', '600');
  const wanted = headers['access-control-request-headers'];
  if (wanted) response.setHeader('Access-Control-Allow-Headers', wanted);
}
