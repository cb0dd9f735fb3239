import type { Usher } from 'usher-runtime';
import type { Evidence, OpenPage, TakenPayment } from './evidence.ts';
import { judges } from './judges.ts';
import type { PlatformTools } from './platform-tools.ts';

/** How often the ledger is read while the page is visible, in ms. */
const intervalMs = 1000;
/** A change reaches all pages within that time. What is broken has to be so for longer. */
const confirmMs = 400;

/** A value that changes. */
export interface Watched<Value> {
  readonly get: () => Value;
  readonly subscribe: (listener: (value: Value) => void) => void;
}

/** Looks at the platform and at the open pages again and again. */
export interface Watch {
  readonly $evidence: Watched<Evidence | undefined>;
  readonly addPayment: (payment: TakenPayment) => void;
  /** Notes that the answer of the provider was given to the tab. */
  readonly noteAnswer: (transaction: string) => void;
}

export interface WatchParts {
  readonly usher: Usher;
  readonly platform: Pick<PlatformTools, 'fetchLedger'>;
  /** The pages of the site that are open now. */
  readonly pages: () => readonly OpenPage[];
}

export function startWatch(parts: WatchParts): Watch {
  let payments: readonly TakenPayment[] = [];
  let evidence: Evidence | undefined;
  const listeners = new Set<(value: Evidence | undefined) => void>();

  const look = async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return;
    const found = await collectConfirmed(parts, () => payments);
    if (!found) return;
    evidence = found;
    for (const listener of listeners) listener(evidence);
  };
  const lookOn = async (): Promise<void> => {
    // The platform may not answer. What was seen stays.
    await look().catch(() => undefined);
    setTimeout(() => void lookOn(), intervalMs);
  };
  void lookOn();
  return {
    $evidence: {
      get: () => evidence,
      subscribe(listener) {
        listeners.add(listener);
        listener(evidence);
      },
    },
    addPayment(payment) {
      payments = [...payments, payment];
    },
    noteAnswer(transaction) {
      payments = payments.map((one) =>
        one.transaction === transaction ? { ...one, answeredAt: Date.now() } : one,
      );
    },
  };
}

/** Looks a second time where something is broken: a change may have been on its way. */
async function collectConfirmed(
  parts: WatchParts,
  payments: () => readonly TakenPayment[],
): Promise<Evidence | undefined> {
  const first = await collect(parts, payments());
  if (!first || judges.every(({ judge }) => judge(first).isOk)) return first;
  await new Promise((resolve) => setTimeout(resolve, confirmMs));
  return collect(parts, payments());
}

/**
 * What is there as of one moment. The purchases are read before the ledger, so that it is not the
 * older one. `undefined` where the viewer has changed meanwhile.
 */
async function collect(
  { usher, platform, pages }: WatchParts,
  payments: readonly TakenPayment[],
): Promise<Evidence | undefined> {
  const before = { pages: pages(), purchases: usher.$purchases.get() };
  const { sales, user, session } = await platform.fetchLedger();
  const isSame =
    usher.$session.get().id === session && JSON.stringify(before.pages) === JSON.stringify(pages());
  if (!isSame) return undefined;
  return { at: Date.now(), payments, ...before, session, sales, platformUser: user };
}
