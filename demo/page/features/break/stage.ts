import type { Usher } from 'usher-runtime';
import { demoUsers } from '../../../platform/tenants/demo-users.ts';
import { findFilm } from './find-film.ts';
import { takePayment, type HeldPayment } from './held-payment.ts';
import type { PlatformTools } from './platform-tools.ts';
import { openTab, type Tab, type TabOptions } from './tab.ts';
import { untilGranted, untilHiddenFrom, untilShown } from './until-seen.ts';
import type { Watch } from './watch.ts';

/** What a scene does with this page, the other tab, and the platform. */
export interface Stage {
  /** The runtime of this page. */
  readonly usher: Usher;
  readonly platform: Pick<PlatformTools, 'addFault' | 'endSession'>;
  /** Opens the other tab anew. */
  readonly openTab: (options?: TabOptions) => Promise<void>;
  readonly killTab: () => void;
  /** Logs in on this page, unless that user is there already. */
  readonly logIn: (who: Viewer) => Promise<void>;
  /** Begins to rent a film in the other tab, and pays for it. */
  readonly takePayment: () => Promise<HeldPayment>;
  /**
   * Gives the provider's answer to the other tab. Resolves when that has written it, and before it
   * sends the finish.
   */
  readonly answerAndWrite: (payment: HeldPayment) => Promise<void>;
  /**
   * Waits until the platform and this page have the other user. @throws when that user sees
   * anything of the payment
   */
  readonly untilHidden: (payment: HeldPayment) => Promise<void>;
  /** Waits until the ledger grants the payment and this page shows it. Answers with what it saw. */
  readonly untilGranted: (payment: HeldPayment) => Promise<string>;
}

/** The users of the demo: who buys, and somebody else. */
export type Viewer = 'buyer' | 'other';
const users = { buyer: demoUsers[0], other: demoUsers[1] } as const;

export interface StageParts {
  readonly usher: Usher;
  readonly platform: PlatformTools;
  readonly watch: Watch;
  /** Where the other tab is shown. */
  readonly place: HTMLElement;
}

export interface OpenStage extends Stage {
  readonly tab: () => Tab | undefined;
}

export function createStage({ usher, platform, watch, place }: StageParts): OpenStage {
  let tab: Tab | undefined;
  return {
    usher,
    platform,
    tab: () => tab,
    async openTab(options) {
      tab = undefined;
      tab = await openTab(place, options);
    },
    killTab() {
      tab?.kill();
      tab = undefined;
    },
    async logIn(who) {
      const { username, password } = users[who];
      if (usher.$user.get()?.name === username) return;
      await usher.login({ username, password });
    },
    async takePayment() {
      const film = await findFilm(usher);
      if (!tab) throw new Error('The other tab is closed.');
      return takePayment(tab, watch, film);
    },
    async answerAndWrite(payment) {
      if (!tab) throw new Error('The other tab is closed.');
      const written = untilShown(tab.usher, payment, 'finishing');
      payment.answer();
      await written;
    },
    untilHidden: (payment) => untilHiddenFrom(users.other.username, watch, payment),
    untilGranted: (payment) => untilGranted(usher, watch, payment),
  };
}
