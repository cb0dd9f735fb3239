import type { MediaItem, PurchasableItem, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { connectedTo, fileOf, isAudio, partsOf, titleOf } from '../items/media-item.ts';
import type { Reporter } from '../report/reporter.ts';
import { reportPlayer } from './player-report.ts';

const stoppedTitle = 'The projector has stopped';

export interface PlayerParts {
  readonly usher: Usher;
  readonly item: MediaItem;
  /** The runtime's handle of the same item. */
  readonly soldItem: PurchasableItem;
  readonly reporter: Reporter;
}

/**
 * A player of the browser's own for an item that the viewer has access to. Where the access comes
 * from a subscription, the platform registers that the item was taken.
 */
export function createPlayer({ usher, item, soldItem, reporter }: PlayerParts): HTMLElement {
  const media = createMedia(item);
  const element = isAudio(item) ? el('div', { class: 'stage-audio' }, media) : media;
  const fail = (title: string, text: string): void =>
    element.replaceWith(createFailure(title, text));

  media.addEventListener('error', () => fail(stoppedTitle, 'The file could not be played.'));
  void loadFile(usher, item, media, fail);
  const onPlay = (): void => {
    showInSystem(item);
    const { reason } = soldItem.$state.get();
    if (reason === 'subscription' || reason === 'external') void soldItem.claim();
  };
  media.addEventListener('play', onPlay, { once: true });
  reportPlayer(media, { gid: item.general.GID, reporter });
  return element;
}

function createMedia(item: MediaItem): HTMLMediaElement {
  const attributes = { controls: true, preload: 'metadata', 'aria-label': titleOf(item) };
  return isAudio(item)
    ? el('audio', attributes)
    : el('video', { ...attributes, playsinline: true });
}

async function loadFile(
  usher: Usher,
  item: MediaItem,
  media: HTMLMediaElement,
  fail: (title: string, text: string) => void,
): Promise<void> {
  try {
    const file = await fetchFile(usher, item);
    if (file) {
      media.src = file;
      return;
    }
    fail(
      'Nothing to play by itself',
      partsOf(item).length
        ? 'This is a collection: its parts are listed below.'
        : 'The platform has no file of it.',
    );
  } catch {
    fail(stoppedTitle, 'The file’s address could not be had. Reload the page to try again.');
  }
}

/**
 * The platform gives the file's address only with access: a viewer who has just got it needs a new
 * answer.
 */
async function fetchFile(usher: Usher, item: MediaItem): Promise<string> {
  const known = fileOf(item);
  if (known) return known;
  const allmedia = await usher.allmedia();
  const again = await allmedia.byglobalid({
    globalid: item.general.GID,
    additionalFields: ['streamdata'],
  });
  return again ? fileOf(again) : '';
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

const createFailure = (title: string, text: string): HTMLElement =>
  el('div', { class: 'stage-panel', role: 'alert' }, el('h2', {}, title), el('p', {}, text));
