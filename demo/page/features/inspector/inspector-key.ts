import type { Usher } from 'usher-runtime';

/** What a developer presses, for texts. */
export const inspectorKey = 'Ctrl+Alt+I';

/** Opens Usher's inspector on a key. Pressed again, the same key closes it. */
export function mountInspectorKey(usher: Usher): void {
  window.addEventListener('keydown', (event) => {
    if (!event.ctrlKey || !event.altKey || event.code !== 'KeyI') return;
    event.preventDefault();
    void toggleInspector(usher);
  });
}

async function toggleInspector(usher: Usher): Promise<void> {
  const wasOpen = document.querySelector('[data-usher-inspector]') !== null;
  try {
    const inspector = await usher.inspect({ docs: '/docs/' });
    if (wasOpen) inspector.close();
  } catch {
    // Its code cannot be loaded now. The key may be pressed again.
  }
}
