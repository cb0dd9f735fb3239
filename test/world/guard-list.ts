import type { TakenOut } from '../support/without-guard.ts';

/** Code that keeps a promise. Without it the judges must find something. */
export interface Guard extends TakenOut {
  readonly name: string;
  /** What a judge must say. */
  readonly says: RegExp;
  /** The example that shows it, where few random sequences do. */
  readonly example?: string;
}

/**
 * The guards of money, and then those of sessions.
 */
export const guards: readonly Guard[] = [
  {
    name: 'lease of a request',
    file: 'src/checkout/purchase/purchase-record.ts',
    text: '!!lease && lease.tabId !== tabId',
    replacement: '!!lease && now < 0 && lease.tabId !== tabId',
    says: /is under way/,
  },
  {
    name: 'journal before a prepare',
    file: 'src/checkout/buy/buy.ts',
    text: 'const { id, isOurs } = resumed',
    replacement:
      'void import("../../contract/payment.ts").then(({ payment }) => context.request(payment, "preparetransaction", values)).catch(() => {}); const { id, isOurs } = resumed',
    says: /no durable record/,
  },
  {
    name: 'journal before a finish',
    file: 'src/checkout/return/record-outcome.ts',
    text: 'const written = await context.purchases.apply(id, sendable(context, record, outcome));',
    replacement:
      'const event = sendable(context, record, outcome); if (event.type === "returned") void import("../../contract/payment.ts").then(({ payment }) => context.request(payment, "finishtransaction", event.finish)).catch(() => {}); const written = await context.purchases.apply(id, event);',
    says: /no durable record/,
  },
  {
    name: 'state that binds a return',
    file: 'src/checkout/return/arrive.ts',
    text: '=> each.state === state)',
    replacement: '=> each.state !== undefined)',
    says: /1\. .* paid/,
  },
  {
    name: 'owner of a purchase',
    file: 'src/checkout/finish/claim.ts',
    text: 'if (isOfOther) throw identityChanged();',
    replacement: '',
    says: /10\. .*for \d+, and shows/,
  },
  {
    name: 'wait for an unknown viewer',
    file: 'src/checkout/purchase/display.ts',
    text: 'if (!viewerOf(context.session)) return;',
    replacement: '',
    says: /suspended, and no other viewer is known/,
  },
  {
    name: 'owner of a receipt',
    file: 'src/checkout/operations/operations.ts',
    text: 'buyerIn(context, session), receipt',
    replacement: 'buyerIn(context, session && context.session.current()), receipt',
    says: /the receipt .* is kept as that of/,
  },
  {
    name: "protection of other viewers' purchases",
    file: 'src/checkout/operations/erase.ts',
    text: 'isUnsettled(record) || isReturning(record) ||',
    replacement: '(isOwn(record) && (isUnsettled(record) || isReturning(record))) ||',
    says: /10\. the .* purchase .* is gone/,
  },
  {
    name: "protection of the viewer's own unsettled purchases",
    file: 'src/checkout/operations/erase.ts',
    text: 'isUnsettled(record) || isReturning(record) ||',
    replacement: '(!isOwn(record) && (isUnsettled(record) || isReturning(record))) ||',
    says: /10\. the .* purchase .* is gone/,
  },
  {
    name: 'filter for own purchases',
    file: 'src/checkout/purchase/display.ts',
    text: "ownershipOf(context, record) === 'own');",
    replacement: "ownershipOf(context, record) === 'own' || !isUnsettled(record));",
    says: /10\. .* shows granted of/,
  },
  {
    name: 'limit of one open purchase',
    file: 'src/checkout/buy/find-or-add.ts',
    text: 'alike.find((record) => isUnsettled(record)) ??',
    replacement: '',
    says: /two open purchases/,
  },
  {
    name: 'limit of one prepare for ten clicks',
    file: 'src/checkout/buy/join.ts',
    text: '&& attempts.begin(id)',
    replacement: '&& !attempts.isUnderWay(id)',
    says: /preparetransaction.*is under way/,
    example: 'ten-clicks-after-failed-prepare-send-one',
  },
  {
    name: 'proof of a refusal',
    file: 'src/checkout/finish/finish.ts',
    text: '[402, 410]',
    replacement: '[402, 410, 403, 500, 503]',
    says: /has failed without proof/,
  },
  {
    name: 'exception for a 404',
    file: 'src/checkout/finish/finish.ts',
    text: '[402, 410]',
    replacement: '[402, 404, 410]',
    says: /1\. .* paid .* is failed/,
    example: 'payment-not-failed-by-404',
  },
  {
    name: 'proof of a grant',
    file: 'src/checkout/finish/finish.ts',
    text: "state === 'finished' || alreadyFinished",
    replacement: "state !== 'prepared'",
    says: /its transaction is not finished/,
  },
  {
    name: 'identical repeat of a finish',
    file: 'src/checkout/finish/finish.ts',
    text: "'finishtransaction', record.finish,",
    replacement: "'finishtransaction', { ...record.finish, externalUserID: String(record.tries) },",
    says: /no durable record/,
  },
  {
    name: 'erasure of secrets',
    file: 'src/checkout/purchase/purchase.ts',
    text: '{ ...next, finish: undefined, laterFinishes: undefined, unreadReturns: undefined }',
    replacement: 'next',
    says: /10\. .* holds its finish/,
  },
  {
    name: 'inbox of an outcome, and the retry of its write,',
    file: 'src/checkout/return/record-outcome.ts',
    text: 'inbox.add(raw);\n  await recordOutcome(context, record, outcome, raw);',
    replacement: 'await context.purchases.apply(record.id, sendable(context, record, outcome));',
    says: /1\. .* paid/,
  },
  {
    name: 'queue of later outcomes',
    file: 'src/checkout/purchase/purchase.ts',
    text: 'return isKnown ? record : {',
    replacement: 'return record ?? {',
    says: /1\. .* paid .* is failed/,
  },
  {
    name: 'check for a clock that was set back',
    file: 'src/checkout/finish/attempts.ts',
    text: 'return Math.max(now() - triedAt, monotonic() - known.knownAt);',
    replacement: 'return now() - triedAt;',
    says: /1\. .* paid|not tried/,
    example: 'pending-purchase-tried-after-clock-went-back-day',
  },
  {
    name: 'order of revived purchases',
    file: 'src/checkout/purchase/purchase.ts',
    text: "if (rival && (rival.finish || rival.step === 'verifying'",
    replacement: "if (rival && now < 0 && (rival.finish || rival.step === 'verifying'",
    says: /two open purchases/,
    example: 'late-payment-waits-for-other-of-same-intent',
  },
  {
    name: 'lease of a session',
    file: 'src/session/keepalive/lease.ts',
    text: 'isTaken = !!record.lease && !isFree(record.lease, tabId, clock.now());',
    replacement:
      'isTaken = !!record.lease && !isFree(record.lease, tabId, clock.now()) && Date.now() < 0;',
    says: /11\. two re-inits at once|7\. .* is kept alive too soon/,
  },
  {
    name: 'check of the epoch',
    file: 'src/session/storage/tabs.ts',
    text: 'if (one.epoch !== other.epoch) return one.epoch > other.epoch;',
    replacement: '',
    says: /11\. (logged out|epoch|.* shows it anew)/,
  },
  {
    name: 'write-ahead of a logout',
    file: 'src/session/storage/write-saved.ts',
    text: 'const { session } = saved;',
    replacement: 'const { session } = (saved = { ...saved, ended: undefined });',
    says: /8\. the session/,
  },
  {
    name: 'doubt about an opening from before a login',
    file: 'src/session/opening/overtakes.ts',
    text: 'now.revision !== before?.revision &&',
    replacement: 'now.revision < 0 &&',
    says: /while the outcome of a login|heard that/,
    example: 'opening-sent-before-login-settles-no-login',
  },
  {
    name: 'check of whose session a click buys in',
    file: 'src/checkout/buy/prepare.ts',
    text: 'if (isOthersSession(session, asked)) throw identityChanged();',
    replacement: '',
    says: /the transaction is that of/,
    example: 'click-of-viewer-buys-nothing-in-session-of-unclear-login',
  },
  {
    name: 'end of a login with its page',
    file: 'src/session/account/send-login.ts',
    text: '[abort, context.disposal] : [context.disposal]',
    replacement: '[abort] : []',
    says: /login.* had to settle/,
    example: 'disposed-page-ends-login-that-waits-for-database',
  },
  {
    name: 'erasure of a page whose first opening is late',
    file: 'src/session/storage/tabs.ts',
    text: ': context.pending !== undefined;',
    replacement: ': false;',
    says: /5\. .* has confirmed an erasure/,
    example: 'page-with-late-opening-keeps-no-hash-after-erasure',
  },
  {
    name: 'growing wait after a failed opening',
    file: 'src/session/recovery/failed-opening.ts',
    text: '1000 * 2 ** (count - 1)',
    replacement: '1000 * (count > 0 ? 1 : 2)',
    says: /7\. \d+ inits within 30 s/,
  },
  {
    name: 'removal of a reported end',
    file: 'src/session/recovery/report-ended.ts',
    text: '!reported.some((each) => each.id === id)',
    replacement: 'reported.length < 0 || !!id',
    says: /7\. .* logs .* out at/,
  },
  {
    name: 'end of a read with its session',
    file: 'src/session/request.ts',
    text: "if (isOver && encoded.effect === 'read')",
    replacement: "if (isOver && encoded.id === '')",
    says: /3\. .* gives nobody the report token/,
    example: 'answer-that-finds-session-ended-is-not-given',
  },
  {
    name: 'restored erasure',
    file: 'src/session/storage/review-erasure.ts',
    text: "if (persistence !== 'device') writeSaved",
    replacement: "if (persistence === 'device') writeSaved",
    says: /5\. at rest: .* has confirmed an erasure/,
    example: 'erasure-lost-with-killed-browser-is-restored-by-page-without-consent',
  },
  {
    name: 'question for the user of a session from IndexedDB',
    file: 'src/session/opening/begin.ts',
    text: '{ ...found.session, keptAliveAt: 1 }',
    replacement: 'found.session',
    says: /1\. viewer-ada chose .*, and the transaction is that of viewer-bob/,
    example: 'session-from-indexeddb-is-asked-for-its-user',
  },
  {
    name: 'requested wait of an older record',
    file: 'src/session/storage/tabs.ts',
    text: 'failedOpenings.failedAt >= record.epochStartedAt &&',
    replacement: 'other!.epochStartedAt === record.epochStartedAt &&',
    says: /7\. .* was told at .* to wait 600 s/,
    example: 'requested-wait-counts-after-newer-record-from-indexeddb',
  },
];
