import { expect, test } from '@playwright/test';
import { explain, type Explanation } from '../../src/item/explain.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';

const now = 1_000_000;
const answered = { ...unasked, checkedAt: now - 90_400 };
const granted: ItemState = { ...answered, access: 'granted', reason: 'paid' };
const denied: ItemState = { ...answered, access: 'denied', reason: 'not-paid' };
const down = { code: 'network', message: 'unreachable', retryable: false } as const;
const refused = {
  code: 'platform',
  message: 'refused',
  hint: 'maintenance',
  retryable: false,
} as const;

const cases: readonly [ItemState, Explanation['decidedBy'], string][] = [
  [unasked, 'nothing', 'The platform has not been asked yet'],
  [{ ...unasked, error: down }, 'nothing', 'The platform gave no answer (network)'],
  [
    { ...unasked, error: refused },
    'nothing',
    'The platform gave no answer (platform: maintenance)',
  ],
  [
    { ...answered, reason: 'unreadable' },
    'nothing',
    'The platform answered 90 s ago, but not in a way that could be read',
  ],
  [granted, 'platform', 'The platform said granted (paid) 90 s ago'],
  [{ ...granted, expiresAt: now - 1 }, 'platform', 'The platform said granted (paid) 90 s ago'],
  [denied, 'platform', 'The platform said denied (not-paid) 90 s ago'],
  [
    { ...denied, error: down },
    'kept',
    'The platform said denied (not-paid) 90 s ago; a later check gave no answer (network)',
  ],
  [
    { ...granted, expiresAt: now + 1, error: down },
    'kept',
    'The platform said granted (paid) 90 s ago; a later check gave no answer (network)',
  ],
  [
    { ...granted, expiresAt: now, error: refused },
    'grace',
    'The platform said granted (paid) 90 s ago; the grant has ended, and the platform cannot be asked (platform: maintenance): the option graceMs keeps it',
  ],
];

for (const [state, decidedBy, text] of cases) {
  test(`a state is explained: ${text}, decided by ${decidedBy}, ${state.expiresAt ?? 'no end'}`, () => {
    const ageMs = state.checkedAt === null ? null : 90_400;
    expect(explain(state, now)).toEqual({ decidedBy, text, ageMs });
  });
}
