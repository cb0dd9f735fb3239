import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { loadWithout } from '../session/simulation/load-runtime.ts';
import type { TakenOut } from '../support/without-guard.ts';
import { anySequence } from './simulation/commands.ts';
import type { Command } from './simulation/commands.ts';
import { runSequence } from './simulation/run-sequence.ts';

interface Guard extends TakenOut {
  readonly name: string;
  /** What the simulation must report. */
  readonly says: RegExp;
  /** Commands that a sequence must have to show it, where few have them. Default: as usual. */
  readonly often?: readonly Command['does'][];
}

/**
 * Code that prevents the loss of money. Each test removes one guard, and the simulation must fail.
 */
const guards: readonly Guard[] = [
  {
    name: 'lease of a request',
    file: 'src/checkout/purchase/purchase-record.ts',
    text: '!!lease && lease.tabId !== tabId',
    replacement: '!!lease && now < 0 && lease.tabId !== tabId',
    says: /is under way/,
  },
  {
    name: 'journal before a prepare',
    file: 'src/checkout/buying/buy.ts',
    text: 'const { id, isOurs } = resumed',
    replacement:
      'void import("../../contract/payment.ts").then(({ payment }) => context.request(payment, "preparetransaction", values)).catch(() => {}); const { id, isOurs } = resumed',
    says: /2\. .* no durable record/,
  },
  {
    name: 'journal before a finish',
    file: 'src/checkout/handle-outcome.ts',
    text: 'return await context.purchases.record(id, sendable(context, entry, outcome));',
    replacement:
      'const event = sendable(context, entry, outcome); if (event.type === "returned") void import("../contract/payment.ts").then(({ payment }) => context.request(payment, "finishtransaction", event.finish)).catch(() => {}); return await context.purchases.record(id, event);',
    says: /2\. .* no durable record/,
  },
  {
    name: 'state that binds a return',
    file: 'src/checkout/arrive.ts',
    text: '=> each.state === state)',
    replacement: '=> each.state !== undefined)',
    says: /4\. .* charged 1 times, granted 0/,
  },
  {
    name: 'owner of a purchase',
    file: 'src/checkout/claim.ts',
    text: 'ownerOf(context, session) !== owner',
    replacement: 'ownerOf(context, session) === ""',
    says: /for \d, and shows/,
  },
  {
    name: 'wait for an unknown viewer',
    file: 'src/checkout/purchase/display.ts',
    text: 'if (!context.session.viewer()) return;',
    replacement: '',
    says: /suspended, and no other viewer is known/,
  },
  {
    name: 'owner of a receipt',
    file: 'src/checkout/operations/operations.ts',
    text: 'ownerOf(context, session), receipt',
    replacement: 'ownerOf(context, session && context.session.current()), receipt',
    says: /the receipt .* is kept as that of/,
    often: ['verify', 'login'],
  },
  {
    name: "protection of other viewers' purchases",
    file: 'src/checkout/operations/erase.ts',
    text: 'isUnsettled(entry) ||',
    replacement: '(entry.owner === owner && isUnsettled(entry)) ||',
    says: /10\. the .* purchase .* is gone/,
  },
  {
    name: "protection of the viewer's own unsettled purchases",
    file: 'src/checkout/operations/erase.ts',
    text: 'isUnsettled(entry) ||',
    replacement: '(entry.owner !== owner && isUnsettled(entry)) ||',
    says: /10\. the .* purchase .* is gone/,
  },
  {
    name: 'filter for own purchases',
    file: 'src/checkout/purchase/display.ts',
    text: "ownershipOf(context, entry) === 'own');",
    replacement: "ownershipOf(context, entry) === 'own' || !isOpen(entry));",
    says: /shows granted of/,
  },
  {
    name: 'limit of one open purchase',
    file: 'src/checkout/buying/find-or-add.ts',
    text: 'alike.find((entry) => isOpen(entry)) ??',
    replacement: '',
    says: /1\. two open purchases/,
  },
  {
    name: 'limit of one prepare for ten clicks',
    file: 'src/checkout/buying/join.ts',
    text: '&& attempts.begin(id)',
    replacement: '&& !attempts.isUnderWay(id)',
    says: /preparetransaction.*is under way/,
  },
  {
    name: 'proof of a refusal',
    file: 'src/checkout/finish.ts',
    text: '[402, 410]',
    replacement: '[402, 410, 403, 500, 503]',
    says: /4\. .* has failed without proof/,
  },
  {
    name: 'exception for a 404',
    file: 'src/checkout/finish.ts',
    text: '[402, 410]',
    replacement: '[402, 404, 410]',
    says: /4\. .* charged 1 times, granted 0 times, at step failed/,
    often: ['login', 'pay'],
  },
  {
    name: 'proof of a grant',
    file: 'src/checkout/finish.ts',
    text: "state === 'finished' || alreadyFinished",
    replacement: "state !== 'prepared'",
    says: /4\. .* is not finished/,
  },
  {
    name: 'identical repeat of a finish',
    file: 'src/checkout/finish.ts',
    text: "'finishtransaction', entry.finish,",
    replacement: "'finishtransaction', { ...entry.finish, externalUserID: String(entry.tries) },",
    says: /2\. .* no durable record/,
  },
  {
    name: 'erasure of secrets',
    file: 'src/checkout/purchase/purchase.ts',
    text: '{ ...next, finish: undefined, laterFinishes: undefined, unreadReturns: undefined }',
    replacement: 'next',
    says: /10\. .* holds its finish/,
  },
  {
    name: 'retry of a failed journal write',
    file: 'src/checkout/handle-outcome.ts',
    text: 'context.retryQueue.push(() => handleOutcome(context, id, outcome));',
    replacement: '',
    says: /4\. .* charged 1 times, granted 0/,
    often: ['journal', 'buy', 'pay'],
  },
  {
    name: 'queue of later outcomes',
    file: 'src/checkout/purchase/purchase.ts',
    text: 'return isKnown ? entry : {',
    replacement: 'return entry ?? {',
    says: /4\. .* charged 1 times, granted 0 times, at step failed/,
  },
  {
    name: 'check for a clock that was set back',
    file: 'src/checkout/scheduler.ts',
    text: 'triedAt && triedAt <= now',
    replacement: 'triedAt',
    says: /4\. /,
  },
  {
    name: 'order of revived purchases',
    file: 'src/checkout/purchase/purchase.ts',
    text: "if (rival && (rival.finish || rival.step === 'verifying'",
    replacement: "if (rival && now < 0 && (rival.finish || rival.step === 'verifying'",
    says: /1\. two open purchases/,
  },
];

/** The simulation must fail within this number of sequences. */
const runs = 4000;

for (const { name, says, often, ...guard } of guards) {
  test(`the simulation notices that the ${name} is missing`, async () => {
    test.setTimeout(120_000);
    const loaded = await loadWithout(guard);
    const property = fc.asyncProperty(anySequence(2, often), async ({ seed, commands }) => {
      const { broken } = await runSequence(seed, commands, loaded);
      const found = broken.find((words) => says.test(words));
      if (found) throw new Error(found);
    });
    expect(
      await fc.check(property, { numRuns: runs, seed: 20261121, endOnFailure: true }),
    ).toMatchObject({ failed: true });
  });
}
