import { expect } from '@playwright/test';
import type { Frame, Page } from '@playwright/test';

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
  readonly reaches: (status: string, timeoutMs?: number) => Promise<SeenState>;
  /** Calls a method of the runtime. Returns its result. */
  readonly does: (method: string, ...given: unknown[]) => Promise<Outcome>;
  /** Calls an endpoint. */
  readonly calls: (id: string, values?: object) => Promise<Outcome>;
  /** Runs code in the page with `runtime` and `viewer`. */
  readonly runs: (code: string) => Promise<any>;
}

const intervals = [20, 50, 50, 100, 100, 250];

/**
 * How long a row waits for a state. Long, because a busy machine is slow. A passing row does not
 * wait longer.
 */
const stateTimeoutMs = Number(process.env['FAULT_STATE_TIMEOUT_MS'] ?? 15_000);

export function viewerOf(page: Page | Frame): Viewer {
  const runs = (code: string): Promise<any> => page.evaluate(code);
  const states = (): Promise<SeenState[]> => runs('viewer.states');
  const state = async (): Promise<SeenState> =>
    (await states()).at(-1) ?? { status: 'none', id: null, user: null };
  return {
    page,
    runs,
    state,
    states,
    events: async (name) =>
      ((await runs('viewer.events')) as SeenEvent[]).filter(
        (event) => !name || event.name === name,
      ),
    async reaches(status, timeoutMs = stateTimeoutMs) {
      await expect
        .poll(
          async () => {
            const { status: now, error } = await state();
            return now === status || !error ? now : `${now} (${error.code}: ${error.message})`;
          },
          { timeout: timeoutMs, intervals },
        )
        .toBe(status);
      return state();
    },
    does: (method, ...given) =>
      runs(`viewer.settle(runtime[${JSON.stringify(method)}](...${JSON.stringify(given)}))`),
    calls: (id, values = {}) =>
      runs(`viewer.settle(runtime.call(${JSON.stringify(id)}, ${JSON.stringify(values)}))`),
  };
}

/** Polls until the expectation is true. */
export function soon<T>(read: () => T | Promise<T>, timeoutMs = stateTimeoutMs) {
  return expect.poll(read, { timeout: timeoutMs, intervals });
}
