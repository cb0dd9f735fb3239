/** The steps that are told, in parts of a hundred; the last is told at the end. */
const steps = [25, 50, 75, 95];
/** Who saw as much of it and came to the end saw it whole: players round. */
const whole = 0.95;
/** So often what was watched meanwhile is told, in seconds of view time. */
const sliceSeconds = 10;
const mostSeconds = 3600;

/**
 * Tells what a player plays: that it was started, that the item is viewed, for how long, and once
 * each how much of it was seen. Only what ran counts, so who jumps to the end has not seen the
 * middle.
 * @param {HTMLMediaElement} media
 * @param {{ gid: string, reporter: { tell: Function, describe: Function, addSource: Function } }}
 *   options
 */
export function reportPlayer(media, { gid, reporter }) {
  const tell = (kind, rest) => reporter.tell({ kind, gid, ...rest });
  const clock = createViewClock();
  const tellTime = () => {
    const seconds = clock.take();
    if (seconds > 0) tell('viewtime', { seconds });
  };
  const left = new Set(steps);

  media.addEventListener(
    'play',
    () => {
      reporter.describe({ startCondition: media.muted ? 'manualmuted' : 'manual' });
      tell('playerstart');
    },
    { once: true },
  );
  media.addEventListener('playing', () => tell('view'), { once: true });
  media.addEventListener('playing', clock.start);
  media.addEventListener('seeked', () => media.paused || clock.start());
  for (const name of ['pause', 'waiting', 'seeking', 'ended', 'emptied']) {
    media.addEventListener(name, clock.stop);
  }
  media.addEventListener('timeupdate', () => {
    const seen = seenOf(media);
    for (const step of left) {
      if (seen * 100 < step) continue;
      left.delete(step);
      tell(`progress${step}`);
    }
    if (clock.read() >= sliceSeconds) tellTime();
  });
  media.addEventListener('ended', function end() {
    tellTime();
    if (seenOf(media) < whole) return;
    tell('progress100');
    media.removeEventListener('ended', end);
  });
  media.addEventListener('pause', tellTime);
  reporter.addSource(tellTime);
}

/** The part of an item that has run, 0 to 1. */
function seenOf({ played, duration }) {
  if (!(duration > 0) || !Number.isFinite(duration)) return 0;
  let seconds = 0;
  for (let index = 0; index < played.length; index++) {
    seconds += played.end(index) - played.start(index);
  }
  return seconds / duration;
}

/** Counts the seconds in which something runs. */
function createViewClock() {
  let countedMs = 0;
  let since;
  const read = () => (countedMs + (since === undefined ? 0 : performance.now() - since)) / 1000;
  const start = () => {
    since ??= performance.now();
  };
  const stop = () => {
    if (since !== undefined) countedMs += performance.now() - since;
    since = undefined;
  };
  return {
    start,
    stop,
    read,
    /**
     * What was counted since the last time, in seconds; a device that slept did not watch for
     * hours.
     */
    take() {
      const seconds = Math.min(mostSeconds, Math.round(read() * 10) / 10);
      countedMs = 0;
      if (since !== undefined) since = performance.now();
      return seconds;
    },
  };
}
