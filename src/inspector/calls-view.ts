import { createTable } from './create-table.ts';
import { formatTime } from './format.ts';
import type { Recorder } from './recorder.ts';
import type { View } from './view.ts';

export function createCallsView({ calls }: Recorder): View {
  const table = createTable(
    ['Time', 'Endpoint', 'Status', 'Attempt', 'Duration', 'Error', 'Reference'],
    'No call has been sent yet.',
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
