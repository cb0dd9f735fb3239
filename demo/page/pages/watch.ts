import type { MediaItem } from 'usher-runtime';
import { mountHeader } from '../features/header/header.ts';
import { titleOf } from '../features/items/media-item.ts';
import { showNotFound } from '../features/items/not-found.ts';
import { mountEntitlementLine } from '../features/player/entitlement-line.ts';
import { showItemFacts } from '../features/player/item-facts.ts';
import { mountPlayerArea } from '../features/player/player-area.ts';
import { mountRelatedItems } from '../features/player/related-items.ts';
import { reportPosterClicks } from '../features/report/poster-clicks.ts';
import { createReporter } from '../features/report/reporter.ts';
import { usher } from '../features/session/module-runtime.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { getElement, getElementNamed } from '../ui/get-element.ts';

const gid = new URLSearchParams(location.search).get('gid') ?? '';
const gate = getElementNamed('usher-gate');
mountHeader(usher);
const reporter = createReporter(usher);
reportPosterClicks(reporter);

usher.start().catch(() => {}); // the session chip shows it
void showAddress();

async function showAddress(): Promise<void> {
  let item: MediaItem | null;
  try {
    item = await fetchItem();
  } catch (error) {
    getElement('[data-stage]').hidden = true;
    getElement('[data-watch-body]').replaceChildren(
      createFailureNotice('This film did not load', error, () => location.reload(), 'h1'),
    );
    return;
  }
  if (item) await showItem(item);
  else showNotFound(getElement('main'));
}

/** The item of the address; `null` when there is none. */
async function fetchItem(): Promise<MediaItem | null> {
  if (!/^\d+$/.test(gid)) return null;
  const allmedia = await usher.allmedia();
  return allmedia.byglobalid({ globalid: gid, additionalFields: ['all'] });
}

async function showItem(item: MediaItem): Promise<void> {
  document.title = `${titleOf(item)} · Lantern Row`;
  showItemFacts(getElement('[data-watch-body]'), item);
  reporter.report({ kind: 'display', gid });
  mountPlayerArea(getElement('[data-stage]'), gate, { usher, item, reporter });
  mountEntitlementLine(getElement('[data-ticket]'), usher, item);
  mountRelatedItems(getElement('[data-related]'), usher, item);
}
