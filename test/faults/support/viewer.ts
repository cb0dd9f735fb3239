import { expect, type Frame, type Page } from '@playwright/test';

/** `$session` as a page reads it. */
export interface SeenState {
  readonly status: string;
  readonly id: string | null;
  readonly user: { readonly id: string; readonly name?: string } | null;
  readonly error?: { readonly code: string; readonly message: string; readonly status?: number };
}

export interface SeenEvent {
  readonly name: string;
  readonly value: any;
}

/** The result of a promise of the runtime. */
export interface Outcome {
  readonly ok: boolean;
  readonly value?: any;
  readonly code?: string;
  readonly message?: string;
  readonly status?: number;
}

/** A tab as its viewer sees it. */
export interface Viewer {
  readonly page: Page | Frame;
  readonly state: () => Promise<SeenState>;
  /** Every state since the page was opened, the present one last. */
  readonly states: () => Promise<SeenState[]>;
  /** The events of the runtime, and of the page: `uncaught`, `usher-error`. */
  readonly events: (name?: string) => Promise<SeenEvent[]>;
  /** Waits until the session has this status. */
  readonly waitForStatus: (status: string, timeoutMs?: number) => Promise<SeenState>;
  /** Calls a method of the runtime. Returns its result. */
  readonly callMethod: (method: string, ...given: unknown[]) => Promise<Outcome>;
  /** Calls an endpoint. */
  readonly callEndpoint: (id: string, values?: object) => Promise<Outcome>;
  /** Runs code in the page with `runtime` and `viewer`. */
  readonly evaluate: (code: string) => Promise<any>;
}

const intervals = [20, 50, 50, 100, 100, 250];

export function viewerOf(page: Page | Frame): Viewer {
  const evaluate = (code: string): Promise<any> => page.evaluate(code);
  const states = (): Promise<SeenState[]> => evaluate('viewer.states');
  const state = async (): Promise<SeenState> =>
    (await states()).at(-1) ?? { status: 'none', id: null, user: null };
  return {
    page,
    evaluate,
    state,
    states,
    events: async (name) =>
      ((await evaluate('viewer.events')) as SeenEvent[]).filter(
        (event) => !name || event.name === name,
      ),
    async waitForStatus(status, timeoutMs) {
      await soon(async () => {
        const { status: now, error } = await state();
        return now === status || !error ? now : `${now} (${error.code}: ${error.message})`;
      }, timeoutMs).toBe(status);
      return state();
    },
    callMethod: (method, ...given) =>
      evaluate(`viewer.settle(runtime[${JSON.stringify(method)}](...${JSON.stringify(given)}))`),
    callEndpoint: (id, values = {}) =>
      evaluate(`viewer.settle(runtime.call(${JSON.stringify(id)}, ${JSON.stringify(values)}))`),
  };
}

/**
 * Polls until the expectation is true.
 * @param timeoutMs default: as the configuration says; a row that passes waits no longer for it
 */
export function soon<T>(read: () => T | Promise<T>, timeoutMs?: number) {
  return expect.poll(read, {
    intervals,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  });
}
