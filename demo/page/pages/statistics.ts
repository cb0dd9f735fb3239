import type { Usher } from 'usher-runtime';
import { fetchSoldOffers } from '../features/checkout/sold-offers.ts';
import { mountHeader } from '../features/header/header.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { mountAccounts } from '../features/statistics/accounts.ts';
import { createActivity } from '../features/statistics/activity.ts';
import type { DashboardParts } from '../features/statistics/dashboard-parts.ts';
import { mountDistributions } from '../features/statistics/distributions.ts';
import { mountFilters } from '../features/statistics/filters.ts';
import { formatPeriod } from '../features/statistics/formats.ts';
import { createItemTitles } from '../features/statistics/item-titles.ts';
import { mountKeyFigures } from '../features/statistics/key-figures.ts';
import { moneyFigure } from '../features/statistics/money-figure.ts';
import { mountOverTime } from '../features/statistics/over-time.ts';
import { mountProgress } from '../features/statistics/progress.ts';
import { mountRankings } from '../features/statistics/rankings.ts';
import { mountRealTime } from '../features/statistics/real-time.ts';
import { mountRevenue } from '../features/statistics/revenue.ts';
import { createStudioNames } from '../features/statistics/share-names.ts';
import { mountSubscriptions, mountTerminations } from '../features/statistics/subscriptions.ts';
import { createViewStore } from '../features/statistics/view-store.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { getElement } from '../ui/get-element.ts';
import { yieldToMain } from '../ui/yield-to-main.ts';

onUsher((usher) => void yieldToMain().then(() => mountHeader(usher)));

usherOfTag.then(mountDashboard).catch((error: unknown) => {
  getElement('[data-dashboard]').replaceChildren(
    createFailureNotice('The figures did not load', error, () => location.reload()),
  );
});

const cardMounts = [
  mountOverTime,
  mountRankings,
  mountDistributions,
  mountProgress,
  mountRevenue,
  mountSubscriptions,
  mountTerminations,
  mountAccounts,
];

async function mountDashboard(usher: Usher): Promise<void> {
  const [allmedia, statistics, offers] = await Promise.all([
    usher.allmedia(),
    usher.statistics(),
    fetchSoldOffers(usher),
    usher.start(),
  ]);
  await yieldToMain();
  const view = createViewStore();
  const parts: DashboardParts = {
    statistics,
    view,
    activity: createActivity(getElement('[data-statistics-status]')),
    // All prices of a domain have one currency.
    money: moneyFigure(offers[0]?.currency),
    titles: createItemTitles(allmedia),
    studioName: createStudioNames(allmedia),
  };
  view.subscribe((now) => {
    getElement('[data-period]').textContent = formatPeriod(now);
  });
  const cards = getElement('[data-cards]');
  const mounts = [
    () => mountFilters(getElement('[data-filters]'), parts, allmedia),
    () => mountKeyFigures(getElement('[data-key-figures]'), parts),
    () => mountRealTime(getElement('[data-real-time]'), parts),
    ...cardMounts.map((mount) => () => mount(cards, parts)),
  ];
  // All at once is a task of 0.2 s on a slow phone.
  for (const mount of mounts) {
    await yieldToMain();
    mount();
  }
}
