import { isForeignFrame } from './frame.ts';

/** What a page's surroundings allow, looked at when somebody asks. */
export interface Surroundings {
  /** `ok`, or why the storage cannot be used. */
  readonly mirror: string;
  /** The page is in a frame of another site, where browsers part the storage. */
  readonly isPartitioned: boolean;
  /**
   * How far the wall clock has drifted from the monotonic one since the page began, in ms: sleep,
   * or a clock that was set.
   */
  readonly skewMs: number;
  /** Whether the browser has Web Locks; Usher does without. */
  readonly hasLocks: boolean;
  readonly isSecure: boolean;
  /** What the browser itself says of the network. */
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

/** How a request without any header ends. */
export type Reached =
  'cors' | 'csp' | 'unreachable' | { readonly status: number; readonly text: string };

/** How long a probe waits. */
const timeoutMs = 5000;

/**
 * The browser reports what a policy has blocked in a task of its own, after the request has failed.
 */
const violationMs = 100;

/**
 * What an address answers this page: if nothing, whether the page's own policy, the answer's CORS
 * headers or the network stands between.
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
    return 'unreachable'; // cut off within the answer
  } finally {
    clearTimeout(timer);
    policy.stop();
  }
}

/** Whether the page's policy blocks requests to an origin. */
function watchPolicy(origin: string): {
  readonly hasBlocked: () => Promise<boolean>;
  readonly stop: () => void;
} {
  let isBlocked = false;
  let tell = (): void => {};
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== 'connect-src' || !blockedURI.startsWith(origin)) return;
    isBlocked = true;
    tell();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    hasBlocked: () =>
      new Promise((resolve) => {
        tell = () => resolve(isBlocked);
        if (isBlocked) tell();
        else setTimeout(tell, violationMs);
      }),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}

/** A request, as the browser remembers it. */
export interface TimedRequest {
  /** When it left, in ms since 1970. */
  readonly at: number;
  readonly tookMs: number;
  /** 0 where there was no answer, or the browser does not say. */
  readonly status: number;
}

/** Some browsers do not say the status. */
type ResourceTiming = Omit<PerformanceResourceTiming, 'responseStatus'> &
  Partial<Pick<PerformanceResourceTiming, 'responseStatus'>>;

/**
 * The requests to an address, whatever their query, out of what the browser keeps for every page.
 */
export function timedRequests(url: string): TimedRequest[] {
  const entries = performance.getEntriesByType('resource') as ResourceTiming[];
  return entries
    .filter(({ name }) => name.split('?', 1)[0] === url)
    .map(({ startTime, duration, responseStatus = 0 }) => ({
      at: Math.round(performance.timeOrigin + startTime),
      tookMs: Math.round(duration),
      status: responseStatus,
    }));
}
