import { formatMoney } from '../../ui/format-money.ts';
import { mountCard } from './card.ts';
import { createChoice } from './choice.ts';
import { dayPicture, plainFigure } from './time-chart.ts';
import { formatCount } from './formats.ts';
import { earlier, periodQuestion } from './query.ts';

/**
 * The currency of the price model; without one the figures stay what they are, in the smallest
 * unit.
 */
export function moneyFigure(usher) {
  const { currency } = usher.$session.get().data?.pricemodel ?? {};
  const format = (amountMinor) =>
    currency ? formatMoney(amountMinor, currency) : formatCount(amountMinor);
  return {
    title: 'Income',
    format,
    say: (amountMinor) => `${format(amountMinor)} taken`,
    fewer: 'less',
  };
}

/** What came in, less what was given back. */
export function mountRevenue(place, parts) {
  const { view, statistics, usher } = parts;
  mountCard(place, {
    ...parts,
    title: 'Income',
    note: 'Of the filters, the period, the kind of media and the item count here.',
    controls: [createChoice({ view, name: 'revenue', label: 'Kind of income', isHidden: true })],
    keyOf: (now) => [periodQuestion(now), now.revenue],
    async load(now, options) {
      const question = { ...periodQuestion(now), ...(now.revenue && { type: now.revenue }) };
      const [current, before] = await Promise.all([
        statistics.revenuebyday(question, options),
        statistics.revenuebyday(earlier(question), options),
      ]);
      return dayPicture({
        figure: moneyFigure(usher),
        now: current,
        before,
        period: question,
        shape: 'bars',
      });
    },
  });
}

const ofTheHouse = 'Of the whole house: of the filters only the period counts here.';
const houseQuestion = ({ from, to, timezone }) => ({ streamtype: 'allmedia', from, to, timezone });

/**
 * How many subscriptions ran on each day: they do not add up, so the last day is compared with the
 * first.
 */
export function mountSubscriptions(place, parts) {
  const { view, statistics } = parts;
  mountCard(place, {
    ...parts,
    title: 'Subscriptions',
    note: ofTheHouse,
    controls: [
      createChoice({ view, name: 'active', label: 'Which subscriptions', isHidden: true }),
    ],
    keyOf: (now) => [houseQuestion(now), now.active],
    async load(now, options) {
      const question = { ...houseQuestion(now), ...(now.active && { [now.active]: true }) };
      const running = await statistics.subscriptionsbyday(question, options);
      const picture = dayPicture({
        figure: plainFigure('Subscriptions', ['subscription', 'subscriptions']),
        now: running,
        period: question,
      });
      return picture && { ...picture, summary: runningWords([...running.values()]) };
    },
  });
}

function runningWords(values) {
  const [first, last] = [values[0], values.at(-1)];
  const change =
    last === first
      ? 'as many as on the first day'
      : `${formatCount(Math.abs(last - first))} ${last > first ? 'more' : 'fewer'} than on the first day`;
  return `${formatCount(last)} run on the last day, ${change}.`;
}

/** How many subscriptions were ended, and why. */
export function mountTerminations(place, parts) {
  const { view, statistics } = parts;
  mountCard(place, {
    ...parts,
    title: 'Subscriptions ended',
    note: ofTheHouse,
    controls: [createChoice({ view, name: 'reason', label: 'Why', isHidden: true })],
    keyOf: (now) => [houseQuestion(now), now.reason],
    async load(now, options) {
      const question = { ...houseQuestion(now), ...(now.reason && { reason: now.reason }) };
      const [current, before] = await Promise.all([
        statistics.subscriptionterminationsbyday(question, options),
        statistics.subscriptionterminationsbyday(earlier(question), options),
      ]);
      return dayPicture({
        figure: plainFigure('Ended', ['subscription ended', 'subscriptions ended']),
        now: current,
        before,
        period: question,
        shape: 'bars',
      });
    },
  });
}

/** A card of accounts: registrations, or logins. */
export function mountAccounts(place, parts, { title, words, endpoint }) {
  const { statistics } = parts;
  mountCard(place, {
    ...parts,
    title,
    note: ofTheHouse,
    keyOf: houseQuestion,
    async load(now, options) {
      const question = houseQuestion(now);
      const [current, before] = await Promise.all([
        statistics[endpoint](question, options),
        statistics[endpoint](earlier(question), options),
      ]);
      return dayPicture({
        figure: plainFigure(title, words),
        now: current,
        before,
        period: question,
        shape: 'bars',
      });
    },
  });
}
