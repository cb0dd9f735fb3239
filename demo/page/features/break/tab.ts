import type { Usher } from 'usher-runtime';

/** Another tab of the site: a page of the same origin in a frame, with a runtime of its own. */
export interface Tab {
  readonly usher: Usher;
  /** Removes it, with all that runs in it. */
  readonly kill: () => void;
}

/** A clock that is that many hours ahead. */
export interface TabOptions {
  readonly hoursAhead?: number;
}

/** Opens a tab in a place, and waits for its session. */
export async function openTab(
  place: HTMLElement,
  { hoursAhead = 0 }: TabOptions = {},
): Promise<Tab> {
  const frame = document.createElement('iframe');
  frame.title = 'Another tab of this site';
  frame.src = `/break-tab.html${hoursAhead ? `?hours-ahead=${hoursAhead}` : ''}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  place.replaceChildren(frame);
  await loaded;
  const usher = await usherOf(frame);
  await usher.start();
  return {
    usher,
    kill() {
      const note = document.createElement('p');
      note.className = 'tab-killed';
      note.textContent = 'This tab was killed.';
      place.replaceChildren(note);
    },
  };
}

/** The runtime of the script tag in the frame. */
function usherOf({ contentWindow }: HTMLIFrameElement): Promise<Usher> {
  const page = contentWindow as (Window & Pick<typeof window, 'usher'>) | null;
  return new Promise((resolve, reject) => {
    if (!page) return reject(new Error('the tab is closed'));
    page.usher ??= [];
    page.usher.push(resolve);
  });
}
