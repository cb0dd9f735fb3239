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
   * Sends the session under an ID that the platform does not know, until the platform has refused
   * it. `false` without a session.
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
  let isOffline = false;
  let isSlow = false;
  let isAnswerLost = false;
  let lostId: string | undefined;

  const send: typeof fetch = async (url, init) => {
    if (isOffline) throw lostNetwork();
    if (lostId !== $session.get().id) lostId = undefined; // another session has been opened
    const isLost = lostId !== undefined;
    const response = await fetch(url, isLost ? withUnknownId(init, lostId!) : init);
    if (isLost && !response.ok) lostId = undefined;
    if (isAnswerLost) {
      isAnswerLost = false;
      throw lostNetwork();
    }
    if (isSlow) await delay(browser, init?.signal);
    return response;
  };
  browser.fetch = send;

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
    loseSession() {
      lostId = $session.get().id ?? undefined;
      return lostId !== undefined;
    },
    end() {
      setOffline(false);
      browser.fetch = fetch;
    },
  };
}

/** What `fetch` itself throws without a network. */
const lostNetwork = (): TypeError => new TypeError('The inspector simulates a lost network');

/** The same request with another session ID in its headers. */
function withUnknownId(init: RequestInit | undefined, id: string): RequestInit {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Array.from(headers)) {
    if (value === id) headers.set(name, unknownId(id));
  }
  return { ...init, headers };
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
