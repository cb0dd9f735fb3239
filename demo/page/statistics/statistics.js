import { createFailureNotice } from '../failure-notice.js';
import { mountHeader } from '../header.js';
import { usherOfTag } from '../script-tag-runtime.js';
import { createActivity } from './activity.js';
import { mountDistributions } from './distributions.js';
import { mountFilters } from './filters.js';
import { formatPeriod } from './formats.js';
import { createItemTitles } from './item-titles.js';
import { mountKeyFigures } from './key-figures.js';
import {
  mountAccounts,
  mountRevenue,
  mountSubscriptions,
  mountTerminations,
} from './money-cards.js';
import { mountOverTime } from './over-time.js';
import { mountProgress } from './progress.js';
import { mountRankings } from './rankings.js';
import { mountRealTime } from './real-time.js';
import { createStudioNames } from './share-names.js';
import { createView } from './view.js';

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
