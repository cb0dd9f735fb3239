import { createFailureNotice } from '../ui/failure-notice.js';
import { mountHeader } from '../features/header/header.js';
import { usherOfTag } from '../features/session/script-tag-runtime.js';
import { createActivity } from '../features/statistics/activity.js';
import { mountDistributions } from '../features/statistics/distributions.js';
import { mountFilters } from '../features/statistics/filters.js';
import { formatPeriod } from '../features/statistics/formats.js';
import { createItemTitles } from '../features/statistics/item-titles.js';
import { mountKeyFigures } from '../features/statistics/key-figures.js';
import {
  mountAccounts,
  mountRevenue,
  mountSubscriptions,
  mountTerminations,
} from '../features/statistics/money-cards.js';
import { mountOverTime } from '../features/statistics/over-time.js';
import { mountProgress } from '../features/statistics/progress.js';
import { mountRankings } from '../features/statistics/rankings.js';
import { mountRealTime } from '../features/statistics/real-time.js';
import { createStudioNames } from '../features/statistics/share-names.js';
import { createView } from '../features/statistics/view.js';

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
