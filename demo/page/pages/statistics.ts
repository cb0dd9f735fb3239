import { createFailureNotice } from '../ui/failure-notice.ts';
import { mountHeader } from '../features/header/header.ts';
import { usherOfTag } from '../features/session/script-tag-runtime.ts';
import { createActivity } from '../features/statistics/activity.ts';
import { mountDistributions } from '../features/statistics/distributions.ts';
import { mountFilters } from '../features/statistics/filters.ts';
import { formatPeriod } from '../features/statistics/formats.ts';
import { createItemTitles } from '../features/statistics/item-titles.ts';
import { mountKeyFigures } from '../features/statistics/key-figures.ts';
import {
  mountAccounts,
  mountRevenue,
  mountSubscriptions,
  mountTerminations,
} from '../features/statistics/revenue.ts';
import { mountOverTime } from '../features/statistics/over-time.ts';
import { mountProgress } from '../features/statistics/progress.ts';
import { mountRankings } from '../features/statistics/rankings.ts';
import { mountRealTime } from '../features/statistics/real-time.ts';
import { createStudioNames } from '../features/statistics/share-names.ts';
import { createView } from '../features/statistics/view-store.ts';

const place = (name) => document.querySelector(`[data-${name}]`);

usherOfTag.then(
  (usher) => mountHeader(usher),
  () => {},
);
usherOfTag.then(mountDashboard).catch((error) => {
  place('dashboard').replaceChildren(
    createFailureNotice('The figures did not load', error, () => location.reload()),
  );
});

async function mountDashboard(usher) {
  const [allmedia, statistics] = await Promise.all([
    usher.allmedia(),
    usher.statistics(),
    usher.start(),
  ]);
  const view = createView();
  const activity = createActivity(place('statistics-status'));
  const parts = {
    usher,
    statistics,
    view,
    activity,
    titles: createItemTitles(allmedia),
    studioName: createStudioNames(allmedia),
  };
  view.subscribe((now) => {
    place('period').textContent = formatPeriod(now);
  });
  mountFilters(place('filters'), { ...parts, allmedia });
  mountKeyFigures(place('key-figures'), parts);
  mountRealTime(place('real-time'), parts);
  const cards = place('cards');
  mountOverTime(cards, parts);
  mountRankings(cards, parts);
  mountDistributions(cards, parts);
  mountProgress(cards, parts);
  mountRevenue(cards, parts);
  mountSubscriptions(cards, parts);
  mountTerminations(cards, parts);
  mountAccounts(cards, parts, {
    title: 'Registrations',
    words: ['registration', 'registrations'],
    endpoint: 'registationsbyday',
  });
  mountAccounts(cards, parts, {
    title: 'Logins',
    words: ['login', 'logins'],
    endpoint: 'loginsbyday',
  });
}
