// Checked by the compiler, never run: which players fit a gate.
import type { GateEvent, MediaElementLike } from '../../src/index.ts';

interface PlayerEvents {
  readonly play: () => void;
  readonly seeking: () => void;
  readonly timeupdate: () => void;
  readonly qualitychange: () => void;
}

/** A player whose events have types. It needs no adapter. */
interface TypedPlayer {
  readonly paused: boolean;
  readonly currentTime: number;
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly addEventListener: <Name extends keyof PlayerEvents>(
    name: Name,
    listener: PlayerEvents[Name],
  ) => void;
  readonly removeEventListener: TypedPlayer['addEventListener'];
}

declare const players: [HTMLVideoElement, HTMLAudioElement, HTMLMediaElement, TypedPlayer];
players satisfies MediaElementLike[];

'play' satisfies GateEvent;
// @ts-expect-error: a gate does not listen to it
'ended' satisfies GateEvent;
