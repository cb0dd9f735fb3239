import type { ItemState } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import type { PosterArt } from '../items/poster-art.ts';

/** What the player area shows. */
export interface AreaContent {
  /** The access as the styles know it. */
  readonly access: ItemState['access'] | 'checking';
  /** Changes when the content has to be made anew. */
  readonly key: string;
  /** @param ended is aborted when something else is shown */
  readonly create: (ended: AbortSignal) => HTMLElement;
}

export interface PlayerAreaContent {
  readonly show: (content: AreaContent) => void;
  /** Nothing was shown before, or the check of the access. */
  readonly isWaiting: () => boolean;
}

/** Changes what the player area shows. The focus stays in the area if it was there. */
export function createPlayerAreaContent(area: HTMLElement, art: PosterArt): PlayerAreaContent {
  let shown = '';
  let end = new AbortController();
  return {
    isWaiting: () => shown === '' || shown === 'checking',
    show({ access, key, create }) {
      const next = `${access} ${key}`.trim();
      if (shown === next) return;
      shown = next;
      const hadFocus = area.contains(document.activeElement);
      end.abort();
      end = new AbortController();
      const content = create(end.signal);
      area.dataset['access'] = access;
      area.classList.toggle('tall', content.classList.contains('stage-panel'));
      const isVideo = content.matches('video');
      area.replaceChildren(...(isVideo ? [content] : [createBackdrop(art), content]));
      if (hadFocus) (content.querySelector<HTMLElement>('h2, audio') ?? content).focus();
    },
  };
}

function createBackdrop(art: PosterArt): HTMLElement {
  const backdrop = el(
    'div',
    { class: 'stage-backdrop', 'aria-hidden': 'true' },
    art.draw('xMidYMid slice'),
  );
  backdrop.style.backgroundColor = art.ground;
  return backdrop;
}
