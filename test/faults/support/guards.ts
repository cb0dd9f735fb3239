import type { TakenOut } from '../../support/without-guard.ts';

/** A guard that is removed from the runtime, and the row that must then fail. */
export interface Guard extends TakenOut {
  readonly name: string;
  /** The full title of the row. */
  readonly row: string;
}

/** Without the guard the row fails. Shown for guards that no other test covers. */
export const guards: readonly Guard[] = [
  {
    name: 'refusal of redirects',
    file: 'src/browser/request-init.ts',
    text: "redirect: 'error'",
    replacement: "redirect: 'follow'",
    row: 'Network 302 on a POST',
  },
  {
    name: 'lease',
    file: 'src/session/keepalive/lease.ts',
    text: 'isTaken = !!record.lease && !isFree(record.lease, tabId, clock.now());',
    replacement:
      'isTaken = !!record.lease && !isFree(record.lease, tabId, clock.now()) && Date.now() < 0;',
    row: 'Tabs and lifecycle another tab re-inited first',
  },
  {
    name: 'epoch',
    file: 'src/session/storage/supersedes.ts',
    text: 'if (one.epoch !== other.epoch) return one.epoch > other.epoch;',
    replacement: '',
    row: 'Tabs and lifecycle another tab logs out while init is under way',
  },
  {
    name: 'write-ahead of a logout',
    file: 'src/session/storage/write-saved.ts',
    text: 'const { session } = saved;',
    replacement: 'const { session } = (saved = { ...saved, ended: undefined });',
    row: 'Tabs and lifecycle a tab crashes right after logout, and nothing routes',
  },
  {
    name: 'write-ahead of a purchase',
    file: 'src/checkout/buy/buy.ts',
    text: 'findOrAdd(context, { values, names }, buyer, click)',
    replacement: `findOrAdd({ ...context, purchases: { ...context.purchases, change: async (edit) => {
      const after = edit(context.purchases.all());
      context.purchases.find = (id) => after.find((record) => record.id === id);
      void context.purchases.change(edit).catch(() => {});
      return after;
    } } }, { values: { ...values }, names }, buyer, click)`,
    row: "Storage quota on the journal's write",
  },
  {
    name: 'write-ahead of a finish',
    file: 'src/checkout/return/read-returns.ts',
    text: 'await writeReading(context, record, raw, event);',
    replacement: `if (event.type === 'returned') await context.request((await import('../contract/payment.ts')).payment, 'finishtransaction', event.finish).catch(() => {});
      await writeReading(context, record, raw, event);`,
    row: 'Storage quota on the write of the outcome of a return',
  },
  {
    name: 'lease of a finish',
    file: 'src/checkout/finish/take-lease.ts',
    text: "!== 'own' || leases.isTaken(record)) return record;",
    replacement: "!== 'own' || (leases.isTaken(record) && clock.now() < 0)) return record;",
    row: 'Payment the return address opened in two tabs',
  },
  {
    name: 'binding of a return to its state',
    file: 'src/checkout/return/move-to-journal.ts',
    text: 'find((each) => each.state === state);',
    replacement: 'find((each) => each.state);',
    row: 'Payment a forged return',
  },
  {
    name: 'slices of a long answer',
    file: 'src/dialect/ordered-json.ts',
    text: 'const sliceMs = 2;',
    replacement: 'const sliceMs = 20_000;',
    row: 'Data and hostile input 100,000 entries',
  },
  {
    name: 'limit of nesting',
    file: 'src/dialect/json.ts',
    text: 'throw new SyntaxError(`JSON of more than ${maxLevels} levels`)',
    replacement: 'break',
    row: 'Data and hostile input 200,000 levels of nesting, from the first answer on',
  },
];
