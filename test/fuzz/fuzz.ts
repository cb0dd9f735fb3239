import fc from 'fast-check';

/** How long a target is tried, and from where. */
export interface FuzzOptions {
  readonly seed: number;
  /** Repeats one counter-example, as the report names it. */
  readonly path?: string | undefined;
  /** No more runs begin after this time. Default: no limit. */
  readonly limitMs?: number;
  /** Default: as many as the time allows. */
  readonly runs?: number;
}

/** The runs that were made, and what broke a promise, shrunk and in words. */
export interface Fuzzed {
  readonly runs: number;
  readonly report: string | undefined;
}

/** Something that takes values from outside. */
export interface Target {
  readonly name: string;
  /** What is tried, and what must hold. */
  readonly about: string;
  /** Tries values, until the time or the number of runs is reached. */
  readonly fuzz: (options: FuzzOptions) => Promise<Fuzzed>;
}

/** A target, ready to be tried. */
interface OpenTarget<Value> {
  /** Throws for a value that breaks the promise. */
  readonly holds: (value: Value) => Promise<void> | void;
  readonly close?: () => Promise<void>;
}

export function createTarget<Value>({
  name,
  about,
  values,
  open,
}: {
  readonly name: string;
  readonly about: string;
  readonly values: fc.Arbitrary<Value>;
  readonly open: () => Promise<OpenTarget<Value>>;
}): Target {
  return {
    name,
    about,
    async fuzz({ seed, path, limitMs, runs = Number.MAX_SAFE_INTEGER }) {
      const { holds, close } = await open();
      const property = fc.asyncProperty(values, async (value) => holds(value));
      try {
        const details = await fc.check(property, {
          seed,
          numRuns: runs,
          markInterruptAsFailure: false,
          includeErrorInReport: true,
          ...(path !== undefined && { path }),
          ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs }),
        });
        return {
          runs: details.numRuns,
          report: details.failed ? fc.defaultReportMessage(details) : undefined,
        };
      } finally {
        await close?.();
      }
    },
  };
}

/** A target that needs no server. */
export const createPureTarget = <Value>(
  name: string,
  about: string,
  values: fc.Arbitrary<Value>,
  holds: (value: Value) => void,
): Target => createTarget({ name, about, values, open: async () => ({ holds }) });
