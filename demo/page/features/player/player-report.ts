import type { Reporter } from '../report/reporter.ts';
import { createViewClock } from './view-clock.ts';

/** The steps that are reported, in percent; the last one at the end. */
const steps = [25, 50, 75, 95];
/** Of an item that has come to its end, as much counts as the whole: players round. */
const wholeShare = 0.95;
/** How often the view time is reported, in seconds of it. */
const sliceSeconds = 10;

/** Of an item that plays. */
interface PlayerReport {
  readonly gid: string;
  readonly reporter: Reporter;
}

/**
 * Reports what a player plays: that it was started, that the item is viewed, for how long, and once
 * each how much of it was seen. Only what ran counts: a jump to the end skips the middle.
 */
export function reportPlayer(media: HTMLMediaElement, { gid, reporter }: PlayerReport): void {
  const report = (kind: string, more: { readonly seconds?: number } = {}): void =>
    reporter.report({ kind, gid, ...more });
  const clock = createViewClock();
  const reportTime = (): void => {
    const seconds = clock.take();
    if (seconds > 0) report('viewtime', { seconds });
  };

  reportStart(media, reporter, report);
  media.addEventListener('playing', clock.start);
  media.addEventListener('seeked', () => {
    if (!media.paused) clock.start();
  });
  for (const name of ['pause', 'waiting', 'seeking', 'ended', 'emptied']) {
    media.addEventListener(name, clock.stop);
  }
  media.addEventListener('timeupdate', () => {
    if (clock.read() >= sliceSeconds) reportTime();
  });
  media.addEventListener('pause', reportTime);
  reporter.addSource(reportTime);
  reportProgress(media, report, reportTime);
}

function reportStart(
  media: HTMLMediaElement,
  reporter: Reporter,
  report: (kind: string) => void,
): void {
  const onPlay = (): void => {
    reporter.describe({ startCondition: media.muted ? 'manualmuted' : 'manual' });
    report('playerstart');
  };
  media.addEventListener('play', onPlay, { once: true });
  media.addEventListener('playing', () => report('view'), { once: true });
}

function reportProgress(
  media: HTMLMediaElement,
  report: (kind: string) => void,
  reportTime: () => void,
): void {
  const left = new Set(steps);
  media.addEventListener('timeupdate', () => {
    const seenPercent = seenShare(media) * 100;
    for (const step of left) {
      if (seenPercent < step) continue;
      left.delete(step);
      report(`progress${step}`);
    }
  });
  const onEnded = (): void => {
    reportTime();
    if (seenShare(media) < wholeShare) return;
    report('progress100');
    media.removeEventListener('ended', onEnded);
  };
  media.addEventListener('ended', onEnded);
}

/** The part of an item that has run, 0 to 1. */
function seenShare({ played, duration }: HTMLMediaElement): number {
  if (!(duration > 0) || !Number.isFinite(duration)) return 0;
  let seconds = 0;
  for (let index = 0; index < played.length; index++) {
    seconds += played.end(index) - played.start(index);
  }
  return seconds / duration;
}
