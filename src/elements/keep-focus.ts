/** Moves the focus with the steps of an element. */
export interface FocusKeeper {
  /** Before a rendering, with the step that it shows. Returns whether the focus may move. */
  readonly before: (step: string) => boolean;
  /** After the rendering, with what takes the focus, if it is there yet. */
  readonly after: (target: HTMLElement | null | undefined) => void;
}

/**
 * Creates the keeper of an element. The focus moves only when it was in the element: a panel that
 * changes by itself takes it from no other part of the page.
 */
export function keepFocus(host: Element): FocusKeeper {
  let step: string | undefined;
  let isWanted = false;
  /** No other part of the page has the focus. */
  const isFree = (): boolean => {
    const { activeElement, body } = host.ownerDocument;
    return !activeElement || activeElement === body || host.matches(':focus-within');
  };
  return {
    before(next) {
      // A removed button leaves no focus behind, so a step without a target passes the wish on.
      isWanted = isWanted || (next !== step && host.matches(':focus-within'));
      step = next;
      return isWanted && isFree();
    },
    after(target) {
      if (!isWanted || !target) return;
      isWanted = false;
      if (isFree()) target.focus();
    },
  };
}
