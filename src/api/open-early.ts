import type { Browser } from '../browser/browser.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Opening } from '../session/opening/opening.ts';
import { startOpening } from '../session/opening/start-opening.ts';
import type { Settings } from '../session/settings.ts';
import { readStored } from '../session/storage/stored-record.ts';
import type { Usher } from './usher.ts';

/**
 * Sends the opening request of a runtime that is created next, so that all other work is done while
 * the answer is on the way. Sends nothing when there is a runtime already, or before a prerendered
 * page is shown.
 */
export function openEarly(
  settings: Settings<Usher>,
  browser: Browser,
  dialect?: Partial<Dialect>,
): Opening | undefined {
  if (settings.registration.runtime || browser.page.isPrerendering()) return undefined;
  return startOpening(settings, readStored(settings, browser), browser, dialect);
}
