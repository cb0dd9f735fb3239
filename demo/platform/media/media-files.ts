export interface MediaFile {
  readonly type: string;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}

/** The playable files of `demo/media`. */
export const mediaFiles: Readonly<Record<string, MediaFile>> = {
  'clip.webm': { type: 'video/webm', durationSeconds: 12, width: 640, height: 360 },
  'lena.mp3': { type: 'audio/mpeg', durationSeconds: 12, width: 0, height: 0 },
};
