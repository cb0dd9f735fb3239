import { mountGenres } from '../features/front/genre-links.ts';
import { mountHeader } from '../features/header/header.ts';
import { mountHero } from '../features/front/hero.ts';
import { mountRow } from '../features/media/media-row.ts';
import { films, programme } from '../features/media/list-fields.ts';
import { reportPosters } from '../features/report/poster-clicks.ts';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { createReporter } from '../features/report/reporter.ts';
import { usherOfTag } from '../features/session/script-tag-runtime.ts';

/** The rows of the page: each is one all-media call. */
const rows = {
  latest: { load: (allmedia, options) => allmedia.latest({ ...programme, limit: 20 }, options) },
  picked: {
    load: (allmedia, options) => allmedia.picked({ ...films, start: 1, limit: 20 }, options),
    empty: 'The editors are still arguing. Come back tomorrow.',
  },
  mostactive: {
    load: (allmedia, options) =>
      allmedia.mostactive({ ...films, timeframe: 10, limit: 10 }, options),
    ranked: true,
  },
  forkids: {
    load: (allmedia, options) => allmedia.forkids({ ...films, limit: 20 }, options),
    empty: 'No matinée today.',
  },
};

document.querySelector('[data-today]').textContent = new Date().toLocaleDateString(
  document.documentElement.lang,
  { weekday: 'long', day: 'numeric', month: 'long' },
);

mountHero(document.querySelector('[data-hero]'), async () => {
  const allmedia = await (await usherOfTag).allmedia();
  return (await allmedia.picked({ ...films, limit: 1 })).items[0];
});
for (const section of document.querySelectorAll('[data-row]')) {
  const { load, ...rest } = rows[section.dataset.row];
  mountRow(section, {
    ...rest,
    load: async (options) => load(await (await usherOfTag).allmedia(), options),
  });
}
mountGenres(document.querySelector('[data-genres]'), async () => (await usherOfTag).system());

(window.usher = window.usher || []).push(function (usher) {
  mountHeader(usher);
  mountPurchaseNotices(usher);
  reportPosters(createReporter(usher));
});
