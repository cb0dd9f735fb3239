import { unfinishedName } from '../../../src/session/storage/stored-names.ts';
import { baseUrl } from '../site.ts';
import type { World } from '../world.ts';

const key = `usher:${baseUrl}|741`;

/**
 * Notes the epoch of the first device. Judge 11 compares it with earlier ones. A page that opens at
 * the moment of an erasure may overwrite that: it is written again before it is confirmed.
 */
export function noteEpoch({ facts, devices, now }: World): void {
  const texts = devices[0]!.storage.texts();
  if (texts.has(unfinishedName(key))) return;
  const text = texts.get(key);
  const { epoch = null } = Object(JSON.parse(text ?? 'null')) as { epoch?: number | null };
  facts.epochs.push({ at: now(), epoch });
}

/** What was known of the epoch was lost or cleared. */
export function forgetEpochs({ facts, now }: World): void {
  facts.epochs.push({ at: now(), epoch: null });
}
