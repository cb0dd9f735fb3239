import { judgeDeletion } from './judges/deletion.ts';
import { watchPurchases } from './judges/display.ts';
import { forgetEpochs } from './judges/epochs.ts';
import { noteErasuresWritten } from './judges/erased-purchases.ts';
import { judgeJournal } from './judges/journal.ts';
import { judgeJournaled } from './judges/journaled.ts';
import { watchKeptUser } from './judges/kept-user.ts';
import { lookAtPlayers } from './judges/played.ts';
import { sharing } from './judges/same-device.ts';
import { lookAtPages, noteList, watchShown } from './judges/shown.ts';
import { judgePrepared, judgeVisit, noteLeaving } from './judges/terms.ts';
import { judgeSent } from './judges/wire.ts';
import type { WorldPage } from './page.ts';
import type { Watchers, World } from './world.ts';

/** The part of localStorage that a browser loses that is killed at a write, in ms. */
const lostAtWriteMs = 5000;

/** Notes what pages show and what devices write, as it happens. */
export const watchers: Watchers = { watchPage, onCommit, noteList, noteLeaving };

function watchPage(world: World, page: WorldPage): void {
  const { facts, now } = world;
  page.usher.$session.subscribe(({ status, id, user }) => {
    facts.shown.push({
      device: page.device,
      page: page.name,
      at: now(),
      status,
      id,
      user: user && user.id,
      sharing: sharing(page),
    });
  });
  page.usher.on('error', (error) => {
    if (!('code' in error)) facts.uncaught.push(`${page.name}: ${error.stack}`);
  });
  watchShown(world, page);
  watchPurchases(world, page);
  watchKeptUser(world, page);
}

function onCommit(world: World, index: number): void {
  const device = world.devices[index]!;
  judgeJournal(world, index);
  noteErasuresWritten(world, index);
  for (const { id } of world.facts.journals[index]!.entries) world.purchaseIds.add(id);
  const { killPlan, time } = world;
  if (index !== 0 || !killPlan.writesLeft || --killPlan.writesLeft > 0) return;
  time.schedule(0, () => {
    forgetEpochs(world);
    device.kill(lostAtWriteMs, 0);
  });
}

/** How far the running judges have looked. */
interface Progress {
  sent: number;
  visits: number;
  transactions: number;
}

/** Judges what has happened since the last look. */
export function createLook(world: World): () => void {
  const done: Progress = { sent: 0, visits: 0, transactions: 0 };
  return () => {
    const { facts, provider, platform } = world;
    for (; done.sent < facts.sent.length; done.sent++) {
      const sent = facts.sent[done.sent]!;
      judgeSent(world, sent);
      judgeJournaled(world, sent);
      judgeDeletion(world, sent);
    }
    for (; done.visits < provider.visits.length; done.visits++) {
      judgeVisit(world, provider.visits[done.visits]!);
    }
    const { transactions } = platform.payments;
    if (transactions.size > done.transactions) {
      for (const transaction of [...transactions.values()].slice(done.transactions)) {
        judgePrepared(world, transaction);
      }
      done.transactions = transactions.size;
    }
    lookAtPages(world);
    lookAtPlayers(world);
  };
}
