import { el } from '../../ui/dom.ts';

/**
 * Changes what the stage shows, when it is something else than before; `over` limits that to what
 * is shown now. The focus stays on the stage if it was there.
 */
export function createScene(stage, art) {
  let shown = '';
  return (access, key, create, over) => {
    const scene = `${access} ${key}`.trim();
    if (shown === scene || (over && !over.includes(shown))) return;
    shown = scene;
    const hadFocus = stage.contains(document.activeElement);
    const content = create();
    stage.dataset.access = access;
    stage.classList.toggle('tall', content.classList.contains('stage-panel'));
    const backdrop = el(
      'div',
      { class: 'stage-backdrop', 'aria-hidden': 'true' },
      art.draw('xMidYMid slice'),
    );
    backdrop.style.backgroundColor = art.ground;
    stage.replaceChildren(...(content.matches('video') ? [content] : [backdrop, content]));
    if (hadFocus) (content.querySelector('h2, audio') ?? content).focus();
  };
}
