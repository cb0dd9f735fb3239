import type { LoggedCall } from '../../call-log.ts';
import { describeCall } from './call-details.ts';
import { endpointOf, filterNames, isShown, readFilter, sessionOf } from './call-filter.ts';

/** The log keeps so many. */
const maxCalls = 20_000;
/** More rows than anybody reads; the filters find the others. */
const maxRows = 300;
const pollMs = 1000;

const form = find('form', HTMLFormElement);
const rows = find('tbody', HTMLTableSectionElement);
const count = find('output', HTMLOutputElement);
const pause = find('#pause', HTMLButtonElement);

let calls: LoggedCall[] = [];
let isPaused = false;
/** The sequence number of the call whose details are open. */
let opened: number | undefined;

for (const name of filterNames) {
  const value = new URLSearchParams(location.search).get(name);
  const field = form.elements.namedItem(name);
  if (value !== null && field instanceof HTMLInputElement) field.value = value;
}

form.addEventListener('input', () => {
  const query = readQuery();
  history.replaceState(null, '', `${query.size ? `?${query}` : location.pathname}`);
  show();
});
form.addEventListener('submit', (event) => event.preventDefault());
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.setAttribute('aria-pressed', String(isPaused));
});
rows.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button) return;
  const seq = Number(button.value);
  opened = opened === seq ? undefined : seq;
  show();
  rows.querySelector<HTMLButtonElement>(`button[value="${seq}"]`)?.focus();
});

void poll();

async function poll(): Promise<void> {
  if (!isPaused && document.visibilityState === 'visible') await readNew();
  setTimeout(() => void poll(), pollMs);
}

async function readNew(): Promise<void> {
  try {
    const response = await fetch(`/__log?after=${calls.at(-1)?.seq ?? 0}`);
    // `createCallLog` answers so.
    const added = (await response.json()) as LoggedCall[];
    document.documentElement.classList.remove('offline');
    if (!added.length && calls.length) return;
    calls = [...calls, ...added].slice(-maxCalls);
    show();
  } catch {
    document.documentElement.classList.add('offline');
    count.value = 'The platform does not answer.';
  }
}

function readQuery(): URLSearchParams {
  const given = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value ? [[name, value]] : [],
  );
  return new URLSearchParams(given);
}

/** Draws the newest calls that the filters let through. */
function show(): void {
  const filter = readFilter(readQuery());
  const shown = calls.filter((call) => isShown(call, filter));
  const newest = shown.slice(-maxRows).reverse();
  rows.replaceChildren(...newest.flatMap(rowsOf));
  const cut = shown.length > maxRows ? `, the newest ${maxRows} here` : '';
  count.value = `${shown.length} of ${calls.length} calls${cut}`;
}

function rowsOf(call: LoggedCall): HTMLTableRowElement[] {
  const isOpen = call.seq === opened;
  const row = document.createElement('tr');
  if (call.status >= 400) row.className = 'failed';
  const button = document.createElement('button');
  button.type = 'button';
  button.value = String(call.seq);
  button.textContent = endpointOf(call);
  button.setAttribute('aria-expanded', String(isOpen));
  row.append(
    cell(new Date(call.at).toLocaleTimeString('en-GB')),
    cell(String(call.status), 'status'),
    cell(button),
    cell(call.method),
    cell(`${call.durationMs.toFixed(0)} ms`, 'number'),
    cell(sessionOf(call), 'id'),
    cell(call.ref ?? '', 'id'),
  );
  return isOpen ? [row, detailsRow(call)] : [row];
}

function detailsRow(call: LoggedCall): HTMLTableRowElement {
  const row = document.createElement('tr');
  const details = document.createElement('td');
  const text = document.createElement('pre');
  details.colSpan = 7;
  text.textContent = describeCall(call);
  details.append(text);
  row.append(details);
  return row;
}

function cell(content: string | Node, className = ''): HTMLTableCellElement {
  const made = document.createElement('td');
  made.className = className;
  made.append(content);
  return made;
}

function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new TypeError(`the page has no ${selector}`);
  return found;
}
