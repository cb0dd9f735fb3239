/**
 * Connects the parts of checkout that change purchases with those that act on a change. Listeners
 * run at once, in the order in which they were added. They stay as long as checkout does.
 */
export interface PurchaseChanges {
  /** Reports that the purchases of the page, or their viewer, have changed. */
  readonly changed: () => void;
  /** Listens to `changed`: checkout shows the purchases, and continues those that are due. */
  readonly onChanged: (listener: () => void) => void;
  /** Reports that a purchase may be due now, or at another time than before. */
  readonly schedule: () => void;
  /** Listens to `schedule`: the scheduler starts what is due, and sets the next timer. */
  readonly onSchedule: (listener: () => void) => void;
}

export function createPurchaseChanges(): PurchaseChanges {
  const [changed, onChanged] = createSignal();
  const [schedule, onSchedule] = createSignal();
  return { changed, onChanged, schedule, onSchedule };
}

function createSignal(): [emit: () => void, listen: (listener: () => void) => void] {
  const listeners: (() => void)[] = [];
  return [
    () => {
      for (const listener of listeners) listener();
    },
    (listener) => {
      listeners.push(listener);
    },
  ];
}
