import { createDocsLinks } from './docs-links.ts';
import { createFilteredTable } from './filtered-table.ts';
import { formatTime } from './format.ts';
import type { Recorder } from './recorder.ts';
import type { InspectorSource } from './source.ts';
import type { View } from './view.ts';

export function createEventsView({ events }: Recorder, { docs }: InspectorSource): View {
  const links = createDocsLinks(docs);
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
          cells: [formatTime(happenedAt), links.event(name), text],
          isBad: name === 'warning' || name === 'error',
        })),
      );
    },
  };
}
