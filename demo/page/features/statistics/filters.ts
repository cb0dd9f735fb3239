import { live } from 'lit/directives/live.js';
import { html, render } from 'lit/html.js';
import type { Allmedia } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { renderElement } from '../../ui/render-element.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { ownTimezone } from './address.ts';
import { createChoice } from './choice.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { createDaysFilter } from './days-filter.ts';
import { countryName } from './formats.ts';
import { createItemPicker } from './item-picker.ts';
import type { ViewStore } from './view-store.ts';

/** Where the demo's viewers are. Any other country of an address is added. */
const countries = [
  'DE',
  'AT',
  'CH',
  'US',
  'GB',
  'FR',
  'NL',
  'PL',
  'IT',
  'ES',
  'BE',
  'DK',
  'SE',
  'CA',
  'AU',
];
/** For browsers that cannot list theirs. */
const someTimezones = ['Europe/Berlin', 'Europe/London', 'America/New_York'];

/** The row of filters above all figures. Each holds at once, and is part of the address. */
export function mountFilters(
  form: HTMLElement,
  { view, titles }: DashboardParts,
  allmedia: Allmedia,
): void {
  form.append(
    createChoice({ view, name: 'period', label: 'Period' }),
    createDaysFilter(view),
    createChoice({ view, name: 'streamtype', label: 'Media' }),
    createChoice({ view, name: 'gateway', label: 'Way in' }),
    createChoice({ view, name: 'device', label: 'Device' }),
    createSelect({
      view,
      name: 'country',
      label: 'Country',
      values: ['', ...countries],
      textOf: (code) => (code ? countryName(code) : 'All countries'),
    }).element,
    createTimezoneSelect(view),
    createItemPicker({ view, allmedia, titles }),
    createClear(view),
  );
  form.addEventListener('submit', (event) => event.preventDefault()); // each filter holds by itself
}

/** The browser knows more than 400 timezones. They are added when the page has time for that. */
function createTimezoneSelect(view: ViewStore): HTMLElement {
  const { element, add } = createSelect({
    view,
    name: 'timezone',
    label: 'Days of',
    values: [ownTimezone(), 'UTC'],
    textOf: (zone) => zone.replaceAll('_', ' '),
  });
  whenIdle(() => add(timezones()));
  return element;
}

function timezones(): readonly string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : someTimezones;
}

interface SelectParts {
  readonly view: ViewStore;
  readonly name: 'country' | 'timezone';
  readonly label: string;
  readonly values: readonly string[];
  readonly textOf: (value: string) => string;
}

interface Select {
  readonly element: HTMLElement;
  /** Adds the values that it does not have. */
  readonly add: (values: readonly string[]) => void;
}

/** A select whose values the page knows only when it is read. */
function createSelect({ view, name, label, values, textOf }: SelectParts): Select {
  const id = `filter-${name}`;
  const element = document.createElement('div');
  element.className = 'choice';
  const shown = new Set(values);
  const change = ({ currentTarget: select }: Event): void => {
    if (select instanceof HTMLSelectElement) view.change({ [name]: select.value });
  };
  const add = (others: readonly string[]): void => {
    for (const value of others) shown.add(value);
    const chosen = view.get()[name];
    const options = [...shown].map(
      (value) =>
        html`<option value=${value} .selected=${live(value === chosen)}>${textOf(value)}</option>`,
    );
    render(
      html`<label for=${id}>${label}</label>
        <select id=${id} data-choice=${name} @change=${change}>
          ${options}
        </select>`,
      element,
    );
  };
  view.subscribe((now) => add([now[name]]));
  return { element, add };
}

function createClear(view: ViewStore): HTMLElement {
  const usual = {
    streamtype: 'allmedia',
    gateway: '',
    device: '',
    country: '',
    item: '',
  } as const;
  const names = ['streamtype', 'gateway', 'device', 'country', 'item'] as const;
  const clear = (): void => {
    view.change(usual);
    getElement('[data-choice=streamtype]').focus(); // the button is hidden now
  };
  const button = renderElement(
    HTMLButtonElement,
    html`<button type="button" class="button" @click=${clear}>Clear filters</button>`,
  );
  view.subscribe((now) => {
    button.hidden = names.every((name) => now[name] === usual[name]);
  });
  return button;
}
