import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MediaItem } from 'usher-runtime';
import type { UsherGateElement } from 'usher-runtime/elements';
import { renderElement } from '../../ui/render-element.ts';
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
  text: 'The address of the file could not be loaded. Reload the page to try again.',
};
const nothingTitle = 'Nothing to play by itself';
const isCollection: Failure = {
  title: nothingTitle,
  text: 'This is a collection: its parts are listed below.',
};
const hasNoFile: Failure = { title: nothingTitle, text: 'The platform has no file of it.' };

/**
 * Puts a player of the browser's own into the gate of an item. The gate holds it until the viewer
 * has access, then loads the file.
 */
export function putPlayer(gate: UsherGateElement, item: MediaItem, reporter: Reporter): void {
  const media = createMedia(item);
  const element = isAudio(item)
    ? renderElement(HTMLElement, html`<div class="stage-audio">${media}</div>`)
    : media;
  const fail = (failure: Failure): void => element.replaceWith(createFailure(failure));

  media.addEventListener('error', () => fail(unplayable));
  media.addEventListener('play', () => showInSystem(item), { once: true });
  reportPlayer(media, { gid: item.general.GID, reporter });
  gate.addEventListener('usher-failure', () => {
    // Of an item that may be watched only the file can fail.
    if (gate.getAttribute('access') === 'granted') fail(noAddress);
  });
  // The item has the file's address only where the viewer had access when it was read.
  if (!media.src) {
    gate.load = ([source]) => {
      if (source) media.src = source.url;
      else fail(partsOf(item).length ? isCollection : hasNoFile);
    };
  }
  gate.prepend(element);
}

const createMedia = (item: MediaItem): HTMLMediaElement =>
  renderElement(HTMLMediaElement, mediaTemplate(item));

function mediaTemplate(item: MediaItem): TemplateResult {
  const label = titleOf(item);
  const src = fileOf(item) || nothing;
  if (isAudio(item)) {
    return html`<audio controls preload="metadata" aria-label=${label} src=${src}></audio>`;
  }
  return html`<video
    controls
    playsinline
    preload="metadata"
    aria-label=${label}
    src=${src}
  ></video>`;
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
  renderElement(
    HTMLElement,
    html`<div class="stage-panel" role="alert">
      <h2>${title}</h2>
      <p>${text}</p>
    </div>`,
  );
