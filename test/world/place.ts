import type { TabStorage } from './browser/tab-storage.ts';
import type { WindowHandle } from './browser/window.ts';
import type { WorldPage } from './page.ts';

/** A tab or a window: what stays when its page changes. */
export interface Place {
  readonly number: number;
  /** The address that a reload or a restored session opens. */
  address: string;
  readonly sessionStorage: TabStorage;
  readonly windowName: string;
  readonly opener: WindowHandle | null;
  page?: WorldPage | undefined;
  /** Pages of the tab in the back/forward cache, the one that was left last at the end. */
  readonly cached: WorldPage[];
  isClosed: boolean;
}

export const newPlace = (
  number: number,
  address: string,
  sessionStorage: TabStorage,
  windowName = '',
  opener: WindowHandle | null = null,
): Place => ({ number, address, sessionStorage, windowName, opener, cached: [], isClosed: false });
