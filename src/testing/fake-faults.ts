import { InputError } from '../errors/input-error.ts';
import { startTimer } from './fake-browser.ts';
import { readFault, type Fault } from './read-fault.ts';

/** What a caller gets in place of an answer. */
export interface FaultyAnswers<Answer> {
  /** The error of a call without an answer. */
  readonly lost: () => Error;
  /** The answer of a platform that refuses, or its error. */
  readonly refused: (status: number, hint: string) => Answer;
  /** An answer that is no JSON, or its error. */
  readonly unreadable: () => Answer;
}

/** The faults of the fake platform. The first one that names a call applies. */
export interface FakeFaults {
  /**
   * Adds a fault, and returns the function that ends it. `hint`: of the answer with a status.
   * @throws `input`.
   */
  readonly add: (text: string, hint?: string) => () => void;
  /** Carries a call out, as far as its fault says so. */
  readonly apply: <Answer>(
    id: string,
    carryOut: () => Promise<Answer>,
    faulty: FaultyAnswers<Answer>,
  ) => Promise<Answer>;
}

interface ActiveFault {
  readonly fault: Fault;
  readonly hint: string;
  timesLeft: number;
}

export function createFakeFaults(): FakeFaults {
  const active = new Set<ActiveFault>();
  const take = (id: string): ActiveFault | undefined => {
    const found = Array.from(active).find(({ fault }) => isMeant(fault.where, id));
    if (found && --found.timesLeft < 1) active.delete(found);
    return found;
  };
  return {
    add(text, hint = 'the platform fails on purpose') {
      const fault = readFault(text);
      if (typeof hint !== 'string') throw new InputError('usher.fault', 'hint', hint, 'a text');
      const added = { fault, hint, timesLeft: fault.times ?? Infinity };
      active.add(added);
      return () => void active.delete(added);
    },
    async apply(id, carryOut, faulty) {
      const found = take(id);
      return found ? misbehave(found, carryOut, faulty) : carryOut();
    },
  };
}

const isMeant = (where: string, id: string): boolean =>
  where === '*' || where === id || where === `${id.split('/')[0]}/*`;

async function misbehave<Answer>(
  { fault, hint }: ActiveFault,
  carryOut: () => Promise<Answer>,
  { lost, refused, unreadable }: FaultyAnswers<Answer>,
): Promise<Answer> {
  switch (fault.kind) {
    case 'delay':
      await sleep(fault.ms);
      return carryOut();
    case 'status':
      return refused(fault.status, hint);
    case 'lose session':
      return refused(401, 'the session of X-Request-CID is unknown on this domain');
    case 'lose request':
      throw lost();
    case 'lose answer':
      await carryOut().catch(() => {}); // a refusal is lost too
      throw lost();
    case 'unreadable answer':
      await carryOut().catch(() => {});
      return unreadable();
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void startTimer(ms, resolve));
