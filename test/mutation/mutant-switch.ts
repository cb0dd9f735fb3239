// The instrumented sources ask two global functions: which mutant is active, and who counts them.

/** A mutant that is asked for more often is in an endless loop. A run asks some thousand times. */
export const maxAsked = 300_000;

/** Sets which mutant is active, and knows which were reached. */
export interface MutantSwitch {
  /** Makes a mutant active, or none, and forgets what was reached. */
  readonly set: (id: string | undefined) => void;
  /** The mutants that were reached while none was active. */
  readonly reached: () => string[];
  /** The active mutant loops. */
  readonly isEndless: () => boolean;
}

/** Creates the global functions. Self-contained, because a page of a browser gets its text, too. */
export function createMutantSwitch(maxAskedFor: number = maxAsked): MutantSwitch {
  let active: string | undefined;
  let asked = 0;
  const seen = new Set<string>();
  Object.assign(globalThis, {
    stryMutAct_9fa48(id: string): boolean {
      if (id !== active) return false;
      if (++asked > maxAskedFor) throw new Error('the mutant loops');
      return true;
    },
    stryCov_9fa48(...ids: string[]): void {
      if (active === undefined) for (const id of ids) seen.add(id);
    },
  });
  return {
    set(id) {
      active = id;
      asked = 0;
      seen.clear();
    },
    reached: () => [...seen],
    isEndless: () => asked > maxAskedFor,
  };
}
