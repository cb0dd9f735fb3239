import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Incident } from 'usher-runtime';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { icon } from '../../ui/icon.ts';
import { affectedText, severityOf } from './incident-text.ts';

/** One incident, with a button that dismisses it. */
export function incidentNotice(incident: Incident, dismiss: () => void): TemplateResult {
  const { title, description, started, severity } = incident;
  const since = started ? `Since ${formatDateTime(started * 1000)}.` : '';
  const more = [description, since].filter(Boolean).join(' ');
  return html`<div class="incident" data-severity=${severity}>
    <div>
      <p>
        <span class="incident-severity">${severityOf(incident).text}</span>
        <strong>${title}</strong>
      </p>
      <p>${affectedText(incident)}</p>
      ${
        more
          ? html`<details>
              <summary>More about it</summary>
              <p>${more}</p>
            </details>`
          : nothing
      }
    </div>
    <button type="button" class="notice-close" aria-label="Dismiss: ${title}" @click=${dismiss}>
      ${icon('close')}
    </button>
  </div>`;
}
