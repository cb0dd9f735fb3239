import { html } from 'lit/html.js';
import { renderElement } from '../../ui/render-element.ts';
import { addDays, isDay, todayIn } from './days.ts';
import type { ViewStore } from './view-store.ts';

/** The platform answers for ten years at most. */
const maxDays = 3660;

/** First and last day. They show every period, and make one of their own when they are changed. */
export function createDaysFilter(view: ViewStore): HTMLElement {
  const from = createDay('from');
  const to = createDay('to');
  const change = (): void => {
    from.setCustomValidity(from.value > to.value ? 'The first day comes after the last.' : '');
    if (!isDay(from.value) || !isDay(to.value) || !from.reportValidity()) return;
    view.change({ period: 'own', from: from.value, to: to.value });
  };
  for (const input of [from, to]) input.addEventListener('change', change);
  view.subscribe((now) => {
    from.value = now.from;
    to.value = now.to;
    from.setCustomValidity('');
    const today = todayIn(now.timezone);
    for (const input of [from, to]) {
      input.max = now.to > today ? now.to : today;
      input.min = addDays(today, 1 - maxDays);
    }
  });
  return renderElement(
    HTMLElement,
    html`<fieldset class="days">
      <legend class="visually-hidden">First and last day</legend>
      <div class="choice"><label for=${from.id}>From</label>${from}</div>
      <div class="choice"><label for=${to.id}>To</label>${to}</div>
    </fieldset>`,
  );
}

const createDay = (name: string): HTMLInputElement =>
  renderElement(HTMLInputElement, html`<input type="date" id="filter-${name}" required />`);
