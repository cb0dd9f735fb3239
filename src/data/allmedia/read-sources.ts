import type { MediaItem } from '../../contract/answers/media-item.ts';
import { numberOf, recordOf, textOf } from '../../dialect/readers.ts';
import type { MediaSource } from '../../item/media-source.ts';

/**
 * The sources of an item that was read with `additionalFields: ['streamdata']`, in the platform's
 * order. Empty when the viewer may not watch it, or when it has no file.
 */
export function readSources(item: MediaItem | null): readonly MediaSource[] {
  const { streamdata } = item ?? {};
  const files: unknown = streamdata?.['files'];
  const all = Array.isArray(files) && files.length > 0 ? files : [streamdata];
  return all.flatMap((file: unknown) => {
    const fields = recordOf(file);
    const url = textOf(fields?.['url']);
    if (!fields || !url) return [];
    return [
      {
        url,
        type: textOf(fields['type']) || undefined,
        durationSeconds: numberOf(fields['duration']),
        width: numberOf(fields['width']),
        height: numberOf(fields['height']),
      },
    ];
  });
}
