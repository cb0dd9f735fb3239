import { describeEvent, listedEvents, type ListedEvent } from './describe-event.ts';
import type { InspectedCall, InspectorSource } from './source.ts';

/** An event of the runtime, as a line. */
export interface RecordedEvent {
  /** Wall time in ms since 1970. */
  readonly happenedAt: number;
  readonly name: ListedEvent;
  readonly text: string;
}

/** What has happened since the inspector was opened, and the calls before. */
export interface Recorder {
  /** Newest first. */
  readonly calls: readonly InspectedCall[];
  /** Newest first. */
  readonly events: readonly RecordedEvent[];
  readonly stop: () => void;
}

/** The largest number of entries of each list. */
const maxEntries = 200;

/** Records calls and events until it is stopped. `changed` is called after each. */
export function createRecorder(source: InspectorSource, changed: () => void): Recorder {
  const calls: InspectedCall[] = [];
  const events: RecordedEvent[] = [];
  const add = <Entry>(list: Entry[], entry: Entry): void => {
    list.unshift(entry);
    list.length = Math.min(list.length, maxEntries);
    changed();
  };
  const record = (name: ListedEvent): (() => void) =>
    source.on(name, (value) => {
      const text = describeEvent(name, value as never);
      add(events, { happenedAt: source.now(), name, text });
    });
  const stops = [source.on('call', (call) => add(calls, call)), ...listedEvents.map(record)];
  let isStopped = false;
  source.pastCalls().then(
    (past) => {
      if (isStopped) return;
      calls.push(...before(past, calls));
      calls.length = Math.min(calls.length, maxEntries);
      changed();
    },
    () => {}, // without the code for calls there were none
  );
  return {
    calls,
    events,
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
    },
  };
}

/** The past calls that were not recorded, newest first. */
function before(
  past: readonly InspectedCall[],
  recorded: readonly InspectedCall[],
): readonly InspectedCall[] {
  const isRecorded = ({ id, startedAt }: InspectedCall): boolean =>
    recorded.some((call) => call.id === id && call.startedAt === startedAt);
  return past.filter((call) => !isRecorded(call)).reverse();
}
