import { numberOf, recordOf, textOf } from './readers.ts';

/** A playable file of an item. */
export interface MediaSource {
  readonly url: string;
  /** The MIME type, for example `video/mp4`, if the platform names it. */
  readonly type?: string | undefined;
  readonly durationSeconds?: number | undefined;
  /** In pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * Reads the files of an item that was read with `additionalFields: ['streamdata']`, in the
 * platform's order. Empty when the viewer may not watch it, or when it has no file.
 */
export function readMediaSources(item: unknown): readonly MediaSource[] {
  const streamdata = recordOf(recordOf(item)?.['streamdata']);
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
