import { globalIdOfFilm } from './film.ts';
import { noteFilm } from './judges/played.ts';
import type { WorldPage } from './page.ts';
import type { MediaElement, Player } from './player.ts';
import type { World } from './world.ts';

/** How often an element that plays reports its position, in ms, and for how many times. */
const updateMs = 10_000;
const maxUpdates = 30;

/** A page has one player: the first call creates it. Each call presses play. */
export function play(world: World, page: WorldPage): void {
  const player = world.players.get(page) ?? createPlayer(world, page);
  world.players.set(page, player);
  player.press();
}

function createPlayer(world: World, page: WorldPage): Player {
  const { element, fire } = createElement(world, page);
  const item = page.usher.item({ item: 7, streamtype: 'video', globalId: globalIdOfFilm });
  let hasError = false;
  const onError = (): void => {
    hasError = true;
  };
  const gate = page.usher.gate(element, item, { onError });
  let isUpdating = false;
  const update = (left: number): void => {
    isUpdating = left > 0 && !element.paused;
    if (!isUpdating) return;
    fire('timeupdate');
    // Not in the same task, which may have ended the session.
    world.time.schedule(1, () => noteFilm(world, page, element.src), page.pace.owner, 'timer');
    world.time.schedule(updateMs, () => update(left - 1), page.pace.owner, 'timer');
  };
  element.addEventListener('play', () => {
    if (!isUpdating) update(maxUpdates);
  });
  return { gate, element, hasError: () => hasError, press: () => void element.play() };
}

/** An element that sends its events as a browser does: in a task of their own. */
function createElement(
  { time }: World,
  { pace: { owner } }: WorldPage,
): { readonly element: MediaElement; readonly fire: (type: string) => void } {
  const target = new EventTarget();
  const fire = (type: string): void => void target.dispatchEvent(new Event(type));
  const element: MediaElement = {
    src: '',
    paused: true,
    currentTime: 0,
    play() {
      if (!element.paused) return;
      element.paused = false;
      time.schedule(0, () => fire('play'), owner);
    },
    pause() {
      element.paused = true;
    },
    addEventListener: (type, listener) => target.addEventListener(type, listener),
    removeEventListener: (type, listener) => target.removeEventListener(type, listener),
  };
  return { element, fire };
}
