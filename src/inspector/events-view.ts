import { createFilteredTable } from './filtered-table.ts';
import { formatTime } from './format.ts';
import type { Recorder } from './recorder.ts';
import type { View } from './view.ts';

export function createEventsView({ events }: Recorder): View {
  const table = createFilteredTable(
    'the events',
    ['Time', 'Event', 'What happened'],
    'Nothing has happened since the inspector was opened.',
  );
  return {
    title: 'Events',
    root: table.root,
    draw() {
      table.fill(
        events.map(({ happenedAt, name, text }) => ({
          cells: [formatTime(happenedAt), name, text],
          isBad: name === 'warning' || name === 'error',
        })),
      );
    },
  };
}
