import { isForeignFrame } from './frame.ts';

/** The properties of the page's environment, read on request. */
export interface Surroundings {
  /** `ok`, or the name of the error of the storage. */
  readonly mirror: string;
  /** The page is in a frame of another site, where browsers partition the storage. */
  readonly isPartitioned: boolean;
  /**
   * How far the wall clock has drifted from the monotonic one since the page began, in ms. Sleep,
   * or a changed clock, causes it.
   */
  readonly skewMs: number;
  /** Whether the browser has Web Locks. Usher works without them. */
  readonly hasLocks: boolean;
  readonly isSecure: boolean;
  /** The browser's own report about the network. */
  readonly isOnline: boolean;
  readonly isVisible: boolean;
}

export function inspectEnvironment(): Surroundings {
  return {
    mirror: tryStorage(),
    isPartitioned: isForeignFrame(),
    skewMs: Math.round(Date.now() - performance.timeOrigin - performance.now()),
    hasLocks: 'locks' in navigator,
    isSecure: globalThis.isSecureContext,
    isOnline: navigator.onLine,
    isVisible: document.visibilityState === 'visible',
  };
}

function tryStorage(): string {
  const name = 'usher|probe';
  try {
    localStorage.setItem(name, '1');
    localStorage.removeItem(name);
    return 'ok';
  } catch (error) {
    return (error as Error).name;
  }
}

/** The result of a request without own headers. */
export type Reached =
  'cors' | 'csp' | 'unreachable' | { readonly status: number; readonly text: string };

/** The time after which a probe counts as unreachable, in ms. */
const timeoutMs = 5000;

/** The browser reports a blocked request in a separate task, after the request has failed. */
const violationMs = 100;

/**
 * Fetches an address, and returns the answer. Without one it returns what blocks it: the page's own
 * policy, the CORS headers of the answer, or the network.
 */
export async function reach(url: string): Promise<Reached> {
  const policy = watchPolicy(new URL(url).origin);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  const ask = (mode: RequestMode): Promise<Response> =>
    fetch(url, {
      mode,
      signal: abort.signal,
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      credentials: 'omit',
    });
  try {
    const answer = await ask('cors').then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    if (answer) return answer;
    if (await policy.hasBlocked()) return 'csp';
    return await ask('no-cors').then(
      () => 'cors' as const,
      () => 'unreachable' as const,
    );
  } catch {
    return 'unreachable'; // cut off during the answer
  } finally {
    clearTimeout(timer);
    policy.stop();
  }
}

/** Detects whether the page's policy blocks requests to an origin. */
function watchPolicy(origin: string): {
  readonly hasBlocked: () => Promise<boolean>;
  readonly stop: () => void;
} {
  let isBlocked = false;
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    isBlocked ||= effectiveDirective === 'connect-src' && blockedURI.startsWith(origin);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    hasBlocked: () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(isBlocked), violationMs);
      }),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}

/** A request as the browser recorded it. */
export interface TimedRequest {
  /** When it was sent, in ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** 0 without an answer, or when the browser does not report it. */
  readonly status: number;
}

/** Some browsers do not report the status. */
type ResourceTiming = Omit<PerformanceResourceTiming, 'responseStatus'> &
  Partial<Pick<PerformanceResourceTiming, 'responseStatus'>>;

/** The recorded requests to an address with any query, from the browser's resource timing. */
export function timedRequests(url: string): TimedRequest[] {
  const entries = performance.getEntriesByType('resource') as ResourceTiming[];
  return entries
    .filter(({ name }) => name.split('?', 1)[0] === url)
    .map(({ startTime, duration, responseStatus = 0 }) => ({
      startedAt: Math.round(performance.timeOrigin + startTime),
      durationMs: Math.round(duration),
      status: responseStatus,
    }));
}
