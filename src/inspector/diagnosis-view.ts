import { copyText } from '../browser/copy-text.ts';
import { createElement } from '../browser/create-element.ts';
import { createTable, type Table } from './create-table.ts';
import { createDocsLinks, type DocsLinks } from './docs-links.ts';
import type { CheckResult, InspectorSource } from './source.ts';
import type { View } from './view.ts';

/** Runs the diagnosis, and shows the report for support, when the developer asks for them. */
export function createDiagnosisView({ diagnose, supportReport, docs }: InspectorSource): View {
  const links = createDocsLinks(docs);
  const table = createTable(
    ['Check', 'Result', 'Detail'],
    'It sends two small requests, and one for each item.',
  );
  const report = createElement('pre', { tabindex: '0', 'aria-label': 'Report for support' });
  report.hidden = true;
  table.fill([]);
  const bar = createButtonBar({
    'Run the diagnosis': async () => showResults(table, links, await diagnose()),
    'Copy the report for support': async () => showReport(report, await supportReport()),
  });
  return {
    title: 'Diagnosis',
    root: createElement('div', {}, bar, table.root, report),
    draw() {}, // nothing changes by itself
  };
}

/** The name of a button, and what it does. The outcome is shown as a text. */
type ButtonActions = Readonly<Record<string, () => Promise<string>>>;

/** While one button works, none does anything. None is disabled: that would lose the focus. */
function createButtonBar(actions: ButtonActions): HTMLElement {
  const outcome = createElement('p', { role: 'status' });
  const buttons = Object.entries(actions).map(([name, act]) => {
    const button = createElement('button', { type: 'button' }, name);
    button.addEventListener('click', () => void work(act));
    return button;
  });
  let isWorking = false;
  const setWorking = (isSo: boolean): void => {
    isWorking = isSo;
    for (const button of buttons) button.setAttribute('aria-disabled', String(isSo));
  };
  const work = async (act: () => Promise<string>): Promise<void> => {
    if (isWorking) return;
    setWorking(true);
    outcome.textContent = 'One moment …';
    outcome.textContent = await act().catch(String);
    setWorking(false);
  };
  return createElement('div', { class: 'bar' }, ...buttons, outcome);
}

function showResults(table: Table, links: DocsLinks, results: readonly CheckResult[]): string {
  table.fill(
    results.map(({ name, ok, detail }) => ({
      cells: [links.check(name), ok ? 'ok' : 'look', detail],
      isBad: !ok,
    })),
  );
  const bad = results.filter(({ ok }) => !ok).length;
  return bad === 0 ? 'All checks are ok.' : `Look at ${bad} of ${results.length} checks.`;
}

async function showReport(place: HTMLElement, report: object): Promise<string> {
  const text = JSON.stringify(report, null, 2);
  place.textContent = text;
  place.hidden = false;
  return (await copyText(text))
    ? 'The report is in the clipboard. It has no data of the viewer.'
    : 'The clipboard is not available here: copy the report below.';
}
