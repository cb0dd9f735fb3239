import { baseUrl } from '../site.ts';
import type { World } from '../world.ts';

/** Notes the epoch of the first device. Judge 11 compares it with earlier ones. */
export function noteEpoch({ facts, devices, now }: World): void {
  const text = devices[0]!.storage.texts().get(`usher:${baseUrl}|741`);
  const { epoch = null } = Object(JSON.parse(text ?? 'null')) as { epoch?: number | null };
  facts.epochs.push({ at: now(), epoch });
}

/** What was known of the epoch was lost or cleared. */
export function forgetEpochs({ facts, now }: World): void {
  facts.epochs.push({ at: now(), epoch: null });
}
