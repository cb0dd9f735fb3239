import { mediaFiles, renditions } from '../media/media-files.ts';
import { judgeItem, type Viewer } from '../payment/item-state.ts';
import type { ItemRow } from './item-row.ts';

/** How an item plays: the addresses of its files, for who may watch it. */
export function streamPart(
  item: ItemRow,
  viewer: Viewer,
  origin: string,
  now: Date,
): Record<string, unknown> {
  const state = judgeItem(item, viewer, now);
  const name = item.media_file ?? '';
  const first = mediaFiles[name];
  if (!first || !state.canPlay) {
    return { canPlay: 0, reason: first ? state.reason : 'no-file', url: '', type: '', files: [] };
  }
  return {
    canPlay: 1,
    reason: state.reason,
    url: `${origin}/media/${name}`,
    type: first.type,
    files: [name, ...(renditions[name] ?? [])].flatMap((one) => wireFile(one, origin)),
  };
}

function wireFile(name: string, origin: string): Record<string, unknown>[] {
  const file = mediaFiles[name];
  if (!file) return [];
  const { type, durationSeconds: duration, width, height } = file;
  return [{ url: `${origin}/media/${name}`, type, duration, width, height }];
}
