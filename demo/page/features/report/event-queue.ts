/** The platform takes as many at a time. */
const maxEvents = 100;
/** A report that waited longer than that says when its events were. */
const soonMs = 60_000;

/** Something that a viewer saw or did. */
export interface ReportEvent {
  /** As `display`, `click`, `playerstart`, `viewtime`. */
  readonly kind: string;
  /** The global ID of the item. */
  readonly gid: string;
  /** Of view time. */
  readonly seconds?: number;
}

interface GatheredEvent extends ReportEvent {
  readonly atMs: number;
}

/** An event as it is sent: with its time in unix seconds, where that is not now. */
export type SentEvent = ReportEvent & { readonly at?: number };

/** Events that wait to be sent. */
export interface EventQueue {
  /** A full queue takes none. */
  readonly add: (event: ReportEvent) => void;
  /** As many as the platform takes at a time; they are no longer in the queue. */
  readonly take: () => readonly SentEvent[];
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
  /** Calls before events are taken, so that what is still being counted goes with them. */
  readonly addSource: (source: () => void) => void;
}

export function createEventQueue(): EventQueue {
  const sources = new Set<() => void>();
  let events: GatheredEvent[] = [];
  return {
    add(event) {
      if (events.length < maxEvents) events.push({ ...event, atMs: Date.now() });
    },
    take() {
      for (const source of sources) source();
      return events.splice(0, maxEvents).map(sentEvent);
    },
    clear() {
      events = [];
    },
    isEmpty: () => events.length === 0,
    addSource: (source) => void sources.add(source),
  };
}

const sentEvent = ({ atMs, ...event }: GatheredEvent): SentEvent =>
  Date.now() - atMs < soonMs ? event : { ...event, at: Math.floor(atMs / 1000) };
