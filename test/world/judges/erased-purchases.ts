import { isReturning } from '../../../src/checkout/purchase/purchase-record.ts';
import { parseRecord } from '../../../src/session/storage/saved-session.ts';
import { unfinishedName } from '../../../src/session/storage/stored-names.ts';
import { isCalm, timeText, type ErasureCall } from '../facts.ts';
import type { WorldPage } from '../page.ts';
import { baseUrl } from '../site.ts';
import type { World } from '../world.ts';

// Judge 5, the journal: once the page of an erasure has written it to IndexedDB, the purchases that
// were granted before its call leave the journal, also if the page or the browser ends in between.

const key = `usher:${baseUrl}|741`;
/** How long a page needs to complete the erasure of an earlier one. */
const completingMs = 60_000;

/** Notes what an erasure has to remove. It is called right before the erasure. */
export function noteErasureCall({ facts, time, now }: World, page: WorldPage): void {
  const { device, name } = page;
  const granted = facts.journals[device]!.entries.filter(({ step }) => step === 'granted');
  const lastErasure = (): string | undefined => parseRecord(page.storedText(key))?.erasures?.[0];
  const before = lastErasure();
  const calledAt = now();
  time.schedule(0, () => {
    const erasure = lastErasure();
    if (!erasure || erasure === before) return; // a full store, or nothing to erase
    const ids = new Set(granted.map(({ id }) => id));
    const call = { device, page: name, calledAt, erasure, granted: ids, isWritten: false };
    facts.erasureCalls.push(call);
  });
}

/** Notes which erasures a device has committed. */
export function noteErasuresWritten({ facts, devices }: World, index: number): void {
  const note = devices[index]!.database.stores().get('sessions')?.get(unfinishedName(key));
  for (const call of facts.erasureCalls) {
    if (call.device === index && String(note).startsWith(`${call.erasure} `)) call.isWritten = true;
  }
}

/** Looks at the journals when all is at rest. */
export function judgeErasedPurchases(world: World): string[] {
  const { facts } = world;
  return facts.erasureCalls.flatMap((call) => {
    const { device, page, calledAt, granted } = call;
    if (!isToBeComplete(world, call)) return [];
    return facts.journals[device]!.entries.filter(
      (entry) => granted.has(entry.id) && entry.step === 'granted' && !isReturning(entry),
    ).map(
      ({ id }) =>
        `5. at rest: ${page} has erased everything at ${timeText(calledAt)}, and the journal still holds the granted ${id}`,
    );
  });
}

/** Whether the erasure is in IndexedDB, and a page could complete it. */
function isToBeComplete(
  { facts, devices, now }: World,
  { device, calledAt, isWritten }: ErasureCall,
): boolean {
  if (!isWritten) return false;
  // A full localStorage has no note of the erasure, and a lost chunk does not come back.
  if (!isCalm(facts, device, ['clocks', 'cleared', 'storage', 'chunks'], calledAt, now())) {
    return false;
  }
  return devices[device]!.pages().some(
    ({ pace, isDisposed, openedAt }) =>
      !isDisposed && pace.life() === 'awake' && now() - openedAt >= completingMs,
  );
}
