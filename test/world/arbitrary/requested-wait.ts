import fc from 'fast-check';
import type { WorldEvent } from '../events.ts';
import { minute, second, tab } from './parts.ts';

/** The platform asks for ten minutes of rest, and the page is used within them. */
export const requestedWait: fc.Arbitrary<readonly WorldEvent[]> = tab.chain((place) =>
  fc
    .tuple(
      fc.constantFrom('session/keepalive', 'session/logout'),
      fc.integer({ min: 12 * minute, max: 14 * minute }),
    )
    .map(([of, ms]): readonly WorldEvent[] => [
      { does: 'mishap', kind: '503 for ten minutes', of, count: 1 },
      of === 'session/logout' ? { does: 'logout', tab: place } : { does: 'wait', ms },
      ...[1, 2, 3].flatMap((): readonly WorldEvent[] => [
        { does: 'read', tab: place },
        { does: 'wait', ms: minute + second },
      ]),
      ...(of === 'session/logout' ? [{ does: 'wait', ms } as const] : []),
    ]),
);
