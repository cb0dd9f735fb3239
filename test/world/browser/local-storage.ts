import { between, type Chance } from '../chance.ts';
import type { Owner, VirtualTime } from '../time.ts';

/** A page's view of the device's localStorage. */
export interface StorageView {
  readonly get: (name: string) => string | null;
  /** `null` removes the entry. */
  readonly set: (name: string, value: string | null) => void;
  readonly close: () => void;
}

/**
 * The localStorage that all tabs of a device share, as in Chromium: each process has a copy, and
 * messages update it.
 */
export interface DeviceStorage {
  readonly open: (owner: Owner, onStorage: () => void) => StorageView;
  /** The shared values, by key. */
  readonly texts: () => ReadonlyMap<string, string>;
  /** The writes of the last `ms` never reached the disk. */
  readonly lose: (ms: number) => void;
  /** Removes some of the entries, or all. */
  readonly clear: (isMeant?: (name: string) => boolean) => void;
}

interface View {
  readonly owner: Owner;
  readonly copy: Map<string, string>;
  /** Own writes that are not confirmed, by key. Meanwhile writes of others are not shown. */
  readonly own: Map<string, number>;
  readonly onStorage: () => void;
  busyUntil: number;
}

interface Written {
  readonly at: number;
  readonly before: ReadonlyMap<string, string>;
}

/** How long a message travels each way, in ms. Messages stay in order. */
const longestTripMs = 3;

export function createDeviceStorage(time: VirtualTime, chance: Chance): DeviceStorage {
  const texts = new Map<string, string>();
  const views = new Set<View>();
  const history: Written[] = [];
  const put = (copy: Map<string, string>, name: string, value: string | null): void =>
    void (value === null ? copy.delete(name) : copy.set(name, value));
  const note = (): void => {
    history.push({ at: time.now(), before: new Map(texts) });
    while (history.length > 500) history.shift();
  };
  /** In the order of sending. */
  const deliver = (view: View, run: () => void): void => {
    view.busyUntil = Math.max(view.busyUntil, time.now() + between(chance, 0.1, longestTripMs));
    time.schedule(view.busyUntil - time.now(), run, view.owner.browser);
  };
  const arrive = (view: View, from: View | undefined, name: string, value: string | null): void => {
    if (!views.has(view)) return;
    if (view === from) return void view.own.set(name, (view.own.get(name) ?? 0) - 1);
    if (view.own.get(name)) return;
    put(view.copy, name, value);
    time.schedule(0, view.onStorage, view.owner);
  };
  const commit = (from: View | undefined, name: string, value: string | null): void => {
    note();
    put(texts, name, value);
    for (const view of views) deliver(view, () => arrive(view, from, name, value));
  };
  const open: DeviceStorage['open'] = (owner, onStorage) => {
    const view: View = { owner, onStorage, copy: new Map(texts), own: new Map(), busyUntil: 0 };
    let sentUntil = 0;
    let onItsWay: {
      readonly name: string;
      readonly value: string | null;
      readonly cancel: () => void;
    }[] = [];
    views.add(view);
    return {
      get: (name) => view.copy.get(name) ?? null,
      set(name, value) {
        put(view.copy, name, value);
        view.own.set(name, (view.own.get(name) ?? 0) + 1);
        sentUntil = Math.max(sentUntil, time.now() + between(chance, 0.1, longestTripMs));
        const cancel = time.schedule(sentUntil - time.now(), () => {
          onItsWay.shift();
          commit(view, name, value);
        });
        onItsWay.push({ name, value, cancel });
      },
      close() {
        views.delete(view);
        for (const write of onItsWay) {
          write.cancel(); // the next page of the tab reads it
          commit(view, write.name, write.value);
        }
        onItsWay = [];
      },
    };
  };
  return {
    open,
    texts: () => texts,
    lose(ms) {
      const first = history.findIndex(({ at }) => at >= time.now() - ms);
      if (first < 0) return;
      // A later loss brings none of it back.
      const [{ before }] = history.splice(first) as [Written];
      texts.clear();
      for (const [name, value] of before) texts.set(name, value);
    },
    clear(isMeant = () => true) {
      for (const name of [...texts.keys()].filter(isMeant)) commit(undefined, name, null);
    },
  };
}
