import type { MediaItem, MediaSource, PurchasableItem, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { connectedTo, fileOf, isAudio, partsOf, titleOf } from '../items/media-item.ts';
import type { Reporter } from '../report/reporter.ts';
import { reportPlayer } from './player-report.ts';

/** Why there is no player, in words. */
interface Failure {
  readonly title: string;
  readonly text: string;
}

const stoppedTitle = 'The projector has stopped';
const unplayable: Failure = { title: stoppedTitle, text: 'The file could not be played.' };
const noAddress: Failure = {
  title: stoppedTitle,
  text: 'The file’s address could not be had. Reload the page to try again.',
};
const nothingTitle = 'Nothing to play by itself';
const isCollection: Failure = {
  title: nothingTitle,
  text: 'This is a collection: its parts are listed below.',
};
const hasNoFile: Failure = { title: nothingTitle, text: 'The platform has no file of it.' };

export interface PlayerParts {
  readonly usher: Usher;
  readonly item: MediaItem;
  /** The runtime's handle of the same item. */
  readonly soldItem: PurchasableItem;
  readonly reporter: Reporter;
}

/**
 * A player of the browser's own for an item that the viewer has access to. The runtime's gate loads
 * the file, pauses when the access ends, and registers the use of a subscription.
 * @param ended the player is not shown any more
 */
export function createPlayer(
  { usher, item, soldItem, reporter }: PlayerParts,
  ended: AbortSignal,
): HTMLElement {
  const media = createMedia(item);
  const element = isAudio(item) ? el('div', { class: 'stage-audio' }, media) : media;
  const gateEnd = new AbortController();
  ended.addEventListener('abort', () => gateEnd.abort());
  const fail = (failure: Failure): void => {
    gateEnd.abort();
    element.replaceWith(createFailure(failure));
  };
  const onError = (): void => fail(noAddress);

  media.addEventListener('error', () => fail(unplayable));
  media.addEventListener('play', () => showInSystem(item), { once: true });
  reportPlayer(media, { gid: item.general.GID, reporter });
  const load = (sources: readonly MediaSource[]): void => {
    const [source] = sources;
    if (!source) fail(partsOf(item).length ? isCollection : hasNoFile);
    else if (media.src !== source.url) media.src = source.url;
  };
  const options = { onError, signal: gateEnd.signal };
  // The item has the file's address only where the viewer had access when it was read.
  usher.gate(media, soldItem, media.src ? options : { ...options, load }).catch(onError);
  return element;
}

function createMedia(item: MediaItem): HTMLMediaElement {
  const attributes = {
    controls: true,
    preload: 'metadata',
    'aria-label': titleOf(item),
    src: fileOf(item) || undefined,
  };
  return isAudio(item)
    ? el('audio', attributes)
    : el('video', { ...attributes, playsinline: true });
}

/** What the system's own controls show: a lock screen, a keyboard's media keys. */
function showInSystem(item: MediaItem): void {
  if (!('mediaSession' in navigator)) return;
  const src = item.imagedata.thumb;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: titleOf(item),
    artist: connectedTo(item, 'persons')
      .map((person) => person.title)
      .join(', '),
    artwork: src ? [{ src }] : [],
  });
}

const createFailure = ({ title, text }: Failure): HTMLElement =>
  el('div', { class: 'stage-panel', role: 'alert' }, el('h2', {}, title), el('p', {}, text));
