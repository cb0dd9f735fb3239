import type { Allmedia, MediaPage, ReadOptions } from 'usher-runtime';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { mountGenreLinks } from '../features/front/genre-links.ts';
import { mountHero } from '../features/front/hero.ts';
import { mountHeader } from '../features/header/header.ts';
import { filmFields, listFields } from '../features/items/list-fields.ts';
import { mountMediaRow, type MediaRow } from '../features/items/media-row.ts';
import { reportPosterClicks } from '../features/report/poster-clicks.ts';
import { createReporter } from '../features/report/reporter.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { getElement } from '../ui/get-element.ts';

interface FrontRow extends Omit<MediaRow, 'load'> {
  readonly load: (allmedia: Allmedia, options: ReadOptions) => Promise<MediaPage>;
}

/** The rows of the page, by the names in its HTML: each is one all-media call. */
const rows: Readonly<Record<string, FrontRow>> = {
  latest: { load: (allmedia, options) => allmedia.latest({ ...listFields, limit: 20 }, options) },
  picked: {
    load: (allmedia, options) => allmedia.picked({ ...filmFields, start: 1, limit: 20 }, options),
    empty: 'The editors are still arguing. Come back tomorrow.',
  },
  mostactive: {
    load: (allmedia, options) =>
      allmedia.mostactive({ ...filmFields, timeframe: 10, limit: 10 }, options),
    isRanking: true,
  },
  forkids: {
    load: (allmedia, options) => allmedia.forkids({ ...filmFields, limit: 20 }, options),
    empty: 'No matinée today.',
  },
};

getElement('[data-today]').textContent = new Date().toLocaleDateString(
  document.documentElement.lang,
  { weekday: 'long', day: 'numeric', month: 'long' },
);

mountHero(getElement('[data-hero]'), async () => {
  const allmedia = await (await usherOfTag).allmedia();
  return (await allmedia.picked({ ...filmFields, limit: 1 })).items[0];
});
for (const [name, { load, ...rest }] of Object.entries(rows)) {
  mountMediaRow(getElement(`[data-row="${name}"]`), {
    ...rest,
    load: async (options) => load(await (await usherOfTag).allmedia(), options),
  });
}
mountGenreLinks(getElement('[data-genres]'), async () => (await usherOfTag).system());

onUsher((usher) => {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosterClicks(createReporter(usher));
});
