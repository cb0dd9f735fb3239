import { fillTheStorage } from './scenes/fill-storage.ts';
import { killTab } from './scenes/kill-tab.ts';
import { logInBetween } from './scenes/log-in-between.ts';
import { loseAnswer } from './scenes/lose-answer.ts';
import { loseSession } from './scenes/lose-session.ts';
import { skewClock } from './scenes/skew-clock.ts';
import { withdrawConsent } from './scenes/withdraw-consent.ts';
import type { Stage } from './stage.ts';

/** Something bad that happens in the middle of a payment. */
export interface Scene {
  readonly id: string;
  /** What the button says. */
  readonly name: string;
  readonly done: string;
  readonly expected: string;
  /** By what the page sees that it happened. */
  readonly observed: string;
  /** Resolves with what was seen. @throws where the expected did not happen */
  readonly run: (stage: Stage) => Promise<string>;
}

const grantedAndShown = 'The ledger has one charge and one grant, and this page shows the film.';

export const scenes: readonly Scene[] = [
  {
    id: 'kill-tab',
    name: 'Kill the tab',
    done: 'The tab is removed when the provider has answered, before the payment is finished.',
    expected: 'This page finishes the payment at once.',
    observed: grantedAndShown,
    run: killTab,
  },
  {
    id: 'lose-answer',
    name: 'Lose the answer',
    done: 'The platform finishes the payment, and the connection breaks within its answer.',
    expected: 'The same finish is sent again after ten seconds. It counts once.',
    observed: grantedAndShown,
    run: loseAnswer,
  },
  {
    id: 'lose-session',
    name: 'Lose the session',
    done: 'The platform ends the session before the payment is finished.',
    expected: 'A new session opens for the same viewer, and the payment is finished in it.',
    observed: grantedAndShown,
    run: loseSession,
  },
  {
    id: 'log-in-between',
    name: 'Log in as somebody else',
    done: 'Grace logs in on this page while Ada pays in the tab.',
    expected: 'Grace gets nothing and sees nothing of it. When Ada is back, her film is granted.',
    observed: 'The purchase is hidden while Grace is here. Then the ledger of Ada grants it.',
    run: logInBetween,
  },
  {
    id: 'skew-clock',
    name: 'Skew the clock',
    done: 'The clock of the tab is 30 hours ahead.',
    expected: 'The payment is finished as always, and no viewer is logged out.',
    observed: grantedAndShown,
    run: skewClock,
  },
  {
    id: 'fill-storage',
    name: 'Fill the storage',
    done: 'localStorage is filled to its last byte before the provider answers. It is freed again.',
    expected: 'The payment is written to IndexedDB, and finished.',
    observed: grantedAndShown,
    run: fillTheStorage,
  },
  {
    id: 'withdraw-consent',
    name: 'Withdraw consent',
    done: 'This page withdraws consent when the provider has answered, before the tab finishes it.',
    expected: 'Everybody is logged out. The payment stays, and goes on when Ada is back.',
    observed: grantedAndShown,
    run: withdrawConsent,
  },
];
