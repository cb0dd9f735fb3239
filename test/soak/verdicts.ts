import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Evidence, TakenPayment } from '../../demo/page/features/break/evidence.ts';
import { judges } from '../../demo/page/features/break/judges.ts';
import { salesOf, type LedgerEntry } from '../../demo/page/features/break/sales.ts';
import type { PurchaseState, Usher } from '../../src/index.ts';
import type { SoakPayment } from './buy-film.ts';
import type { Scene } from './scene.ts';
import { shownViewer } from './viewers.ts';

/** What the tab with the purchases and the platform say of one moment. */
interface Seen {
  readonly session: string;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly entries: readonly LedgerEntry[];
  readonly purchases: readonly PurchaseState[];
}

/** How often the judges look until they are silent. */
const intervalMs = 1000;

/** What the judges look at, and for how long. */
export interface Judgement {
  readonly payments: readonly SoakPayment[];
  /** Until a finding counts: the device settles meanwhile what was interrupted. */
  readonly patienceMs: number;
  /** A purchase that is still being tried counts as a finding too. */
  readonly isLast: boolean;
}

/**
 * What the judges of the demo's page "Break it" find while nothing goes wrong on purpose. Empty as
 * soon as all are silent.
 */
export async function judge(scene: Scene, judgement: Judgement): Promise<string[]> {
  const endsAt = Date.now() + judgement.patienceMs;
  for (;;) {
    const found = await look(scene, judgement).catch((error: unknown) => [
      `the judges could not look: ${String(error).split('\n')[0]}`,
    ]);
    if (found.length === 0 || Date.now() > endsAt) return found;
    await sleep(intervalMs);
  }
}

async function look(scene: Scene, { payments, isLast }: Judgement): Promise<string[]> {
  const { session, user, entries, purchases } = await readSeen(scene.tickets, scene.platform.url);
  const evidence: Evidence = {
    at: Date.now(),
    payments: payments.map((payment) => asTaken(payment, user)),
    purchases,
    pages: [],
    session,
    sales: salesOf(entries),
    platformUser: user,
  };
  const found = judges
    .map(({ promise, judge: decide }) => ({ promise, verdict: decide(evidence) }))
    .filter(({ verdict }) => !verdict.isOk)
    .map(({ promise, verdict }) => `${promise} It is not so: ${verdict.words}`);
  const open = isLast ? unsettled(purchases) : [];
  return [...found, ...(await judgeTabs(scene, user?.name ?? '')), ...open];
}

/** Each tab shows the viewer whom the platform has. */
async function judgeTabs({ tabs }: Scene, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const tab of tabs) {
    const shown = await shownViewer(tab);
    if (shown !== name) {
      const { pathname } = new URL(tab.url());
      found.push(`${pathname} shows "${shown}", and the platform has "${name}".`);
    }
  }
  return found;
}

/** What of this viewer is still being tried. */
const unsettled = (purchases: readonly PurchaseState[]): string[] =>
  purchases
    .filter(({ status }) => ['finishing', 'verifying', 'pending'].includes(status))
    .map(({ transactionId, status }) => `The purchase ${transactionId} is still ${status}.`);

const asTaken = (payment: SoakPayment, user: Seen['user']): TakenPayment => ({
  transaction: payment.transaction,
  item: payment.gid,
  title: `film ${payment.gid}`,
  buyer: { id: payment.buyer === user?.name ? user.id : '', name: payment.buyer },
  takenAt: payment.takenAt,
  answeredAt: payment.takenAt,
});

/** The report token says which session the tab has. */
function readSeen(page: Page, platform: string): Promise<Seen> {
  return page.evaluate(async (origin) => {
    const usher = await new Promise<Usher>((resolve) => {
      window.usher ??= [];
      window.usher.push(resolve);
    });
    const purchases = usher.$purchases.get();
    const headers = { Authorization: `Bearer ${await usher.reportToken()}` };
    const response = await fetch(`${origin}/__viewer/ledger`, { headers });
    if (!response.ok) throw new Error(`the platform answers with ${response.status}`);
    return { ...((await response.json()) as Omit<Seen, 'purchases'>), purchases };
  }, platform);
}
