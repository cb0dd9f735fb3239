import { createCallViewerLink } from './call-viewer-link.ts';
import { createFilteredTable } from './filtered-table.ts';
import { formatTime } from './format.ts';
import type { Recorder } from './recorder.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

export function createCallsView({ calls }: Recorder, { baseUrl }: InspectorSource): View {
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
            id,
            status === 0 ? 'no answer' : String(status),
            String(attempt ?? ''),
            `${Math.round(durationMs)} ms`,
            code ?? '',
            reference ?? '',
          ],
          isBad: code !== undefined || status === 0 || status >= 400,
        })),
      );
    },
  };
}
