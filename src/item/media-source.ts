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
