import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { judges, type Judge, type Verdict } from './judges.ts';
import type { Watch } from './watch.ts';

/** Shows each promise with the verdict of its judge, and announces the one that is broken. */
export function showVerdicts(
  list: HTMLElement,
  status: HTMLElement,
  { $evidence }: Pick<Watch, '$evidence'>,
): void {
  $evidence.subscribe((evidence) => {
    const rows = judges.map((judge) => ({ judge, verdict: evidence && judge.judge(evidence) }));
    render(rows.map(verdictRow), list);
    const text = rows.map(brokenText).filter(Boolean).join(' ');
    if (status.textContent !== text) status.textContent = text;
  });
}

interface Row {
  readonly judge: Judge;
  /** `undefined` until the first evidence is there. */
  readonly verdict: Verdict | undefined;
}

const brokenText = ({ judge, verdict }: Row): string =>
  verdict && !verdict.isOk ? `Broken: ${judge.promise} ${verdict.words}` : '';

function verdictRow({ judge: { name, promise }, verdict }: Row): TemplateResult {
  const outcome = verdict?.isOk ? 'ok' : 'broken';
  return html`<li class="verdict" data-judge=${name} data-verdict=${verdict ? outcome : nothing}>
    <p class="verdict-head">
      <span class="verdict-mark">${verdict ? outcome : 'looking'}</span><span>${promise}</span>
    </p>
    <p class="soft">${verdict?.words}</p>
  </li>`;
}
