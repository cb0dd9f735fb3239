import { connectedTo, titleOf } from '../features/media/media-item.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { mountHeader } from '../features/header/header.ts';
import { reportPosters } from '../features/report/poster-clicks.ts';
import { mountRelated } from '../features/player/related-items.ts';
import { createReporter } from '../features/report/reporter.ts';
import { mountStage } from '../features/player/player-area.ts';
import { showFacts } from '../features/player/item-facts.ts';
import { mountTicketLine } from '../features/player/entitlement-line.ts';
import { showLost } from '../features/media/not-found.ts';
import { usher } from '../features/session/module-runtime.ts';

const main = document.querySelector('main');
const gid = new URLSearchParams(location.search).get('gid') ?? '';
const { openLogin, askLogin, returned } = mountHeader(usher);
const reporter = createReporter(usher);
reportPosters(reporter);

usher.start().catch(() => {}); // the chip shows it
void showItem();

async function showItem() {
  const body = document.querySelector('[data-watch-body]');
  const item = await findItem().catch((error) => {
    document.querySelector('[data-stage]').hidden = true;
    body.replaceChildren(
      createFailureNotice('This film did not load', error, () => location.reload()),
    );
  });
  if (item === undefined) return;
  if (item === null) return showLost(main);
  document.title = `${titleOf(item)} · Lantern Row`;
  showFacts(body, item);
  reporter.tell({ kind: 'display', gid });
  const { inSight, draw } = mountStage(document.querySelector('[data-stage]'), {
    usher,
    item,
    openLogin,
    askLogin,
    reporter,
  });
  mountTicketLine(document.querySelector('[data-ticket]'), { usher, item });
  mountRelated(document.querySelector('[data-related]'), {
    usher,
    item,
    director: connectedTo(item, 'persons')[0]?.title,
  });
  const id = await returned;
  if (!id) return;
  inSight.show(id); // also one that has come to its end already
  draw();
}

/** The item of the address; `null` when there is none. */
async function findItem() {
  if (!/^\d+$/.test(gid)) return null;
  const allmedia = await usher.allmedia();
  return allmedia.byglobalid({ globalid: gid, additionalFields: ['all'] });
}
