import { textOf, type Call } from '../call.ts';
import { readViewer } from '../payment/viewer.ts';
import { connectedParts } from './connected-part.ts';
import type { ItemRow } from './item-row.ts';
import { generalPart, imagePart, publishingPart, statusPart } from './media-item.ts';
import { streamPart } from './stream-part.ts';

/** Items as they go out: `general` and `imagedata`, and the parts that `additionalFields` names. */
export async function wireItems(
  call: Call,
  items: readonly ItemRow[],
): Promise<Record<string, unknown>[]> {
  const asked = new Set(textOf(call, 'additionalFields')?.split(','));
  const wants = (part: string): boolean => asked.has(part) || asked.has('all');
  const viewer = wants('streamdata') ? await readViewer(call) : undefined;
  const connected = wants('connectedmedia')
    ? await connectedParts(call.database, items)
    : undefined;
  return items.map((item) => ({
    general: generalPart(item),
    imagedata: imagePart(item, call.origin),
    ...(viewer && { streamdata: streamPart(item, viewer, call.origin, call.now()) }),
    ...(wants('statusdata') && { statusdata: statusPart(item) }),
    ...(connected && { connectedmedia: connected.get(item.gid) }),
    ...(wants('publishingdata') && { publishingdata: publishingPart(item) }),
  }));
}
