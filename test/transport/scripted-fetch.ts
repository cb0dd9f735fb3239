/**
 * What a scripted origin answers: a response, a body that stops in the middle, nothing at all, or a
 * connection that breaks.
 */
export type Scripted =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }
  | { readonly stalls: string }
  | 'silence'
  | 'reset';

/** A request as it left. */
export interface Sent {
  readonly request: Request;
  readonly body: string;
}

export interface ScriptedFetch {
  readonly fetch: typeof fetch;
  readonly sent: readonly Sent[];
}

/** An answer in the platform's envelope. */
export function answer(
  result: unknown,
  metadata: Readonly<Record<string, unknown>> = {},
  status = 200,
): Scripted {
  return { status, body: JSON.stringify({ metadata: { status, ...metadata }, result }) };
}

/**
 * A `fetch` that answers by a script, the last line of it for ever. The browser's own Request says
 * what would have left.
 */
export function scriptFetch(...script: readonly Scripted[]): ScriptedFetch {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted(); // as the real one: nothing leaves
    const line = script[Math.min(sent.length, script.length - 1)] as Scripted;
    sent.push({ request, body: typeof init?.body === 'string' ? init.body : '' });
    if (line === 'reset') throw new TypeError('Failed to fetch');
    if (line === 'silence') return await aborted(request.signal);
    if ('stalls' in line) return new Response(stalling(line.stalls, request.signal));
    const response = new Response(line.body, {
      status: line.status ?? 200,
      headers: line.headers ?? {},
    });
    // Firefox reads a body in another thread, for which a fake clock does not wait.
    return Object.assign(response, { text: async () => line.body });
  };
  return { fetch, sent };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );
}

/** The beginning of a body whose end never comes. */
function stalling(text: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}
