import { html, render, type TemplateResult } from 'lit/html.js';
import { getElement } from '../../ui/get-element.ts';
import { renderElement } from '../../ui/render-element.ts';
import type { View } from './address.ts';
import type { ChartData, ChartRow } from './chart-data.ts';

type Choose = (change: Partial<View>) => void;

export interface FigureTable {
  readonly element: HTMLDetailsElement;
  readonly show: (data: ChartData) => void;
}

/**
 * The figures of a chart as a table, behind a disclosure; made when it is first opened.
 * @param choose called with the change of the view that a row leads to
 */
export function createFigureTable(choose: Choose): FigureTable {
  const element = renderElement(
    HTMLDetailsElement,
    html`<details class="figures">
      <summary>The figures as a table</summary>
      <div class="figures-scroll" role="region" tabindex="0"></div>
    </details>`,
  );
  const region = getElement('.figures-scroll', element);
  let shown: ChartData | undefined;
  const draw = (): void => {
    if (!shown || !element.open) return;
    region.setAttribute('aria-label', `${shown.title}, table`);
    render(figureTable(shown, choose), region);
  };
  element.addEventListener('toggle', draw);
  return {
    element,
    show(data) {
      shown = data;
      draw();
    },
  };
}

const figureTable = ({ title, name, columns, rows }: ChartData, choose: Choose): TemplateResult =>
  html`<table>
    <caption class="visually-hidden">
      ${title}
    </caption>
    <thead>
      <tr>
        <th scope="col">${name}</th>
        ${columns.map((column) => html`<th scope="col"><bdi>${column.title}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <th scope="row">${rowName(row, choose)}</th>
            ${columns.map(
              ({ format }, index) => html`<td><bdi>${cellText(row, index, format)}</bdi></td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;

function cellText(row: ChartRow, index: number, format: (value: number) => string): string {
  const value = row.values[index] ?? null;
  return value === null ? '–' : format(value);
}

/** A link to the row's own figures. A plain click stays on the page. */
function rowName({ full, address, change }: ChartRow, choose: Choose): TemplateResult | string {
  if (!address || !change) return full;
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    choose(change);
  };
  return html`<a href=${address} @click=${follow}>${full}</a>`;
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
