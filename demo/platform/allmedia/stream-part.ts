import { mediaFiles } from '../media/media-files.ts';
import { judgeItem } from '../payment/item-state.ts';
import type { Viewer } from '../payment/item-state.ts';
import type { ItemRow } from './item-row.ts';

/** How an item plays: the address of its file, for who may watch it. */
export function streamPart(
  item: ItemRow,
  viewer: Viewer,
  origin: string,
  now: Date,
): Record<string, unknown> {
  const state = judgeItem(item, viewer, now);
  const file = item.media_file === null ? undefined : mediaFiles[item.media_file];
  if (!file || !state.canPlay) {
    return { canPlay: 0, reason: file ? state.reason : 'no-file', url: '', type: '', files: [] };
  }
  const url = `${origin}/media/${item.media_file}`;
  const { type, durationSeconds, width, height } = file;
  return {
    canPlay: 1,
    reason: state.reason,
    url,
    type,
    files: [{ url, type, duration: durationSeconds, width, height }],
  };
}
