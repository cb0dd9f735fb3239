import type { PlatformHabits } from './wire.ts';

/** What stays the same in one run: the platform's habits and the browser's. */
export interface DeviceHabits extends PlatformHabits {
  /** One browser in four has no Web Locks. */
  readonly hasLocks: boolean;
  /** The browser keeps pages that were left, in the back/forward cache. Default: no. */
  readonly keepsPages?: boolean | undefined;
}
