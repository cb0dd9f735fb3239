import { createDoor, reasonWords } from './door.js';
import { el } from './dom.js';
import { artSubjectOf } from './media-item.js';
import { createPlayer } from './player.js';
import { artOf } from './poster-art.js';

/**
 * The place where an item plays, by its state at the door: the player when granted, the reason and what can be done when not. What plays
 * goes on playing while the state is asked again.
 */
export function mountStage(stage, { usher, item, openLogin }) {
  const ticket = usher.item({ item: item.general.ID, streamtype: item.general.streamtype });
  const status = document.querySelector('[data-stage-status]');
  const art = artOf(artSubjectOf(item));
  let shown = '';

  const show = (key, content) => {
    if (shown === key) return;
    shown = key;
    stage.dataset.access = key.split(' ')[0];
    stage.classList.toggle('tall', content.classList.contains('stage-panel'));
    const backdrop = el('div', { class: 'stage-backdrop', 'aria-hidden': 'true' }, art.draw('xMidYMid slice'));
    backdrop.style.backgroundColor = art.ground;
    stage.replaceChildren(...(content.matches('video') ? [content] : [backdrop, content]));
  };
  const draw = () => {
    const state = ticket.$state.get();
    const user = usher.$user.get();
    const { access, reason } = state;
    if (access === 'granted') {
      show('granted', createPlayer({ usher, item, title: item.general.title }));
    } else if (access === 'denied' || (access === 'unknown' && reason)) {
      show(`${access} ${reason} ${user ? user.id : ''}`, createDoor({ state, user, openLogin, retry: () => void ticket.check() }));
    } else if (shown !== 'granted') {
      show('checking', el('p', { class: 'stage-wait' }, 'Checking your ticket …'));
    }
    status.textContent = access === 'checking' ? '' : reasonWords(state)[0];
  };
  ticket.$state.subscribe(draw);
  usher.$user.listen(draw);
}
