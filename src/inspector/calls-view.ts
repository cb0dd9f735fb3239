import { createCallViewerLink } from './call-viewer-link.ts';
import { createDocsLinks } from './docs-links.ts';
import { createFilteredTable } from './filtered-table.ts';
import { formatTime } from './format.ts';
import type { Recorder } from './recorder.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

export function createCallsView({ calls }: Recorder, { baseUrl, docs }: InspectorSource): View {
  const links = createDocsLinks(docs);
  const table = createFilteredTable(
    'the calls',
    ['Time', 'Endpoint', 'Status', 'Attempt', 'Duration', 'Error', 'Reference'],
    'No call has been sent yet.',
    createCallViewerLink(baseUrl),
  );
  return {
    title: 'Calls',
    root: table.root,
    draw() {
      table.fill(
        calls.map(({ startedAt, id, status, attempt, durationMs, code, reference }) => ({
          cells: [
            formatTime(startedAt),
            links.endpoint(id),
            status === 0 ? 'no answer' : String(status),
            String(attempt ?? ''),
            `${Math.round(durationMs)} ms`,
            links.error(code ?? ''),
            reference ?? '',
          ],
          isBad: code !== undefined || status === 0 || status >= 400,
        })),
      );
    },
  };
}
