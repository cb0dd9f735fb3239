export interface MediaFile {
  readonly type: string;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The playable files of `demo/media`. The playlist `clip.m3u8` names ranges of `clip.mp4`, and the
 * manifest `clip.mpd` those of `clip.webm`.
 */
export const mediaFiles: Readonly<Record<string, MediaFile>> = {
  'clip.webm': { type: 'video/webm', durationSeconds: 12, width: 640, height: 360 },
  'clip.m3u8': {
    type: 'application/vnd.apple.mpegurl',
    durationSeconds: 12,
    width: 320,
    height: 180,
  },
  'clip.mpd': { type: 'application/dash+xml', durationSeconds: 12, width: 640, height: 360 },
  'clip.mp4': { type: 'video/mp4', durationSeconds: 12, width: 320, height: 180 },
  'lena.mp3': { type: 'audio/mpeg', durationSeconds: 12, width: 0, height: 0 },
};

/** The files of the same recording for other players, by its first file. */
export const renditions: Readonly<Record<string, readonly string[]>> = {
  'clip.webm': ['clip.m3u8', 'clip.mpd'],
};
