import { el } from '../../ui/dom.ts';
import { connectedTo, fileOf, isAudio, partsOf } from '../media/media-item.ts';
import { reportPlayer } from './player-report.ts';

const stopped = 'The projector has stopped';

/**
 * A player of the browser's own for an item that the viewer may watch. Who plays by a subscription
 * has the platform register that the item was taken.
 */
export function createPlayer({ usher, item, title, ticket, reporter }) {
  const name = isAudio(item) ? 'audio' : 'video';
  const media = el(name, {
    controls: true,
    playsinline: name === 'video',
    preload: 'metadata',
    'aria-label': title,
  });
  const holder = name === 'audio' ? el('div', { class: 'stage-audio' }, media) : media;
  media.addEventListener('error', () =>
    holder.replaceWith(createFailure(stopped, 'The file could not be played.')),
  );
  fetchFile(usher, item).then(
    (file) => {
      if (file) media.src = file;
      else {
        holder.replaceWith(
          createFailure(
            'Nothing to play by itself',
            partsOf(item).length
              ? 'This is a collection: its parts are listed below.'
              : 'The platform has no file of it.',
          ),
        );
      }
    },
    () =>
      holder.replaceWith(
        createFailure(
          stopped,
          'The file’s address could not be had. Reload the page to try again.',
        ),
      ),
  );
  media.addEventListener(
    'play',
    () => {
      tellSystem(item, title);
      if (/^(subscription|external)$/.test(ticket.$state.get().reason)) void ticket.unlock();
    },
    { once: true },
  );
  reportPlayer(media, { gid: String(item.general.GID), reporter });
  return holder;
}

/** What the system's own controls show: a lock screen, a keyboard's media keys. */
function tellSystem(item, title) {
  if (!navigator.mediaSession) return;
  const src = item.imagedata?.thumb;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: connectedTo(item, 'persons')
      .map((person) => person.title)
      .join(', '),
    artwork: src ? [{ src }] : [],
  });
}

/**
 * The platform gives the file's address to who may watch: a viewer who has just come in gets it by
 * asking again.
 */
async function fetchFile(usher, item) {
  const known = fileOf(item);
  if (known) return known;
  const allmedia = await usher.allmedia();
  const again = await allmedia.byglobalid({
    globalid: item.general.GID,
    additionalFields: ['streamdata'],
  });
  return again ? fileOf(again) : '';
}

function createFailure(title, words) {
  return el(
    'div',
    { class: 'stage-panel', role: 'alert' },
    el('h2', {}, title),
    el('p', {}, words),
  );
}
