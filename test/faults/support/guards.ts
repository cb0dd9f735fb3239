import type { TakenOut } from '../../support/without-guard.ts';

/** A guard that is taken out of the runtime, and the row that must then turn red. */
export interface Guard extends TakenOut {
  readonly name: string;
  /** The title of the row, whole. */
  readonly row: string;
}

/** Delete the guard and the row turns red: shown for those that nothing else would notice. */
export const guards: readonly Guard[] = [
  {
    name: 'lease',
    file: 'src/session/lease.ts',
    text: 'isTaken = !!record.lease && !isFree(record.lease, owner, clock.now());',
    replacement: 'isTaken = !!record.lease && !isFree(record.lease, owner, clock.now()) && Date.now() < 0;',
    row: 'Tabs and lifecycle another tab re-inited first',
  },
  {
    name: 'epoch',
    file: 'src/session/tabs.ts',
    text: 'if (one.epoch !== other.epoch) return one.epoch > other.epoch;',
    replacement: '',
    row: 'Tabs and lifecycle another tab logs out while init is under way',
  },
  {
    name: 'write-ahead of a logout',
    file: 'src/session/write-saved.ts',
    text: 'const { session } = saved;',
    replacement: 'const { session } = (saved = { ...saved, ended: undefined });',
    row: 'Tabs and lifecycle a tab crashes right after logout, and nothing routes',
  },
];
