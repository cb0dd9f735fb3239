import type { ReadableAtom } from 'nanostores';
import type { Browser } from '../browser/browser.ts';
import { pretendOnline } from '../browser/pretend-online.ts';
import type { SessionState } from '../session/state/session-state.ts';

/** By how much each answer is late. */
export const slowMs = 5000;

/** Faults that a developer simulates. Each changes what this page's requests to the platform do. */
export interface Faults {
  /** Requests fail as without a network, and the page is told that it is offline. */
  readonly setOffline: (isOffline: boolean) => void;
  /** Each answer is late by `slowMs`. */
  readonly setSlow: (isSlow: boolean) => void;
  /** The platform gets the next request, and the page does not get its answer. */
  readonly loseAnswer: () => void;
  /**
   * Sends the session under an ID that the platform does not know, until another one is open.
   * `false` without a session.
   */
  readonly loseSession: () => boolean;
  /** Ends all of them. */
  readonly end: () => void;
}

export function createFaults(
  browser: Pick<Browser, 'fetch' | 'clock'>,
  $session: ReadableAtom<SessionState>,
): Faults {
  const { fetch } = browser;
  const { lose, send } = createLostSession(fetch, $session);
  let isOffline = false;
  let isSlow = false;
  let isAnswerLost = false;
  browser.fetch = async (url, init) => {
    if (isOffline) throw lostNetwork();
    const response = await send(url, init);
    if (isAnswerLost) {
      isAnswerLost = false;
      throw lostNetwork();
    }
    if (isSlow) await delay(browser, init?.signal);
    return response;
  };
  const setOffline = (isSo: boolean): void => {
    if (isOffline === isSo) return;
    isOffline = isSo;
    pretendOnline(!isSo);
  };
  return {
    setOffline,
    setSlow(isSo) {
      isSlow = isSo;
    },
    loseAnswer() {
      isAnswerLost = true;
    },
    loseSession: lose,
    end() {
      setOffline(false);
      browser.fetch = fetch;
    },
  };
}

/** Sends requests, and those of a lost session under an ID that the platform does not know. */
function createLostSession(
  fetch: Browser['fetch'],
  $session: ReadableAtom<SessionState>,
): { readonly lose: () => boolean; readonly send: Browser['fetch'] } {
  const currentId = (): string | null => $session.get().id;
  let lostId: string | null = null;
  return {
    lose() {
      lostId = currentId();
      return lostId !== null;
    },
    send(url, init) {
      const id = currentId();
      if (id && id !== lostId) lostId = null; // another session is open
      return fetch(url, lostId ? withUnknownId(init, lostId) : init);
    },
  };
}

/** What `fetch` itself throws without a network. */
const lostNetwork = (): TypeError => new TypeError('The inspector simulates a lost network');

/** The same request with another session ID, in its headers and its form. */
function withUnknownId(init: RequestInit = {}, id: string): RequestInit {
  const headers = new Headers(init.headers);
  for (const [name, value] of Array.from(headers)) {
    if (value === id) headers.set(name, unknownId(id));
  }
  const form = typeof init.body === 'string' ? init.body.split(id).join(unknownId(id)) : null;
  return { ...init, headers, body: form };
}

/** An ID of the same form: each digit is another one. */
const unknownId = (id: string): string => id.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** Waits until the answer is to arrive. Rejects when the request is aborted meanwhile. */
function delay(
  { clock }: Pick<Browser, 'clock'>,
  signal: AbortSignal | null | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(slowMs, resolve);
    signal?.addEventListener('abort', () => {
      cancel();
      reject(signal.reason as Error);
    });
  });
}
