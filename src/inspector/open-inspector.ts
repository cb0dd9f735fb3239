import { oncePerFrame } from '../browser/once-per-frame.ts';
import { shareName } from '../browser/shared-name.ts';
import { runAfterChange } from '../reactive/run-after-change.ts';
import { createCallsView } from './calls-view.ts';
import { createDiagnosisView } from './diagnosis-view.ts';
import { createEventsView } from './events-view.ts';
import { createFaultsView } from './faults-view.ts';
import { createFaults } from './faults.ts';
import { createItemsView } from './items-view.ts';
import { createPanel } from './panel.ts';
import { createPurchasesView } from './purchases-view.ts';
import { createRecorder } from './recorder.ts';
import { createSessionView } from './session-view.ts';
import type { InspectorSource } from './source.ts';

/** What `inspect()` takes. */
export interface InspectOptions {
  /**
   * The address of the documentation site, for example `/docs/`. The tables then link to its pages.
   * Default: no links.
   */
  readonly docs?: string;
}

/** The open inspector of a runtime. */
export interface Inspector {
  /** Moves the focus into the panel. */
  readonly focus: () => void;
  /** Removes the panel. What it has recorded is lost. */
  readonly close: () => void;
}

/**
 * Opens the inspector: a panel that shows the session, calls, items, purchases and events as they
 * happen. `onClosed` is called once, when it is closed.
 */
export function openInspector(source: InspectorSource, onClosed: () => void): Inspector {
  let isClosed = false;
  const draw = oncePerFrame(() => {
    if (!isClosed) panel.draw();
  });
  const recorder = createRecorder(source, draw);
  const faults = createFaults(source.browser, source.$session);
  const inspectors = shareName(`${source.key}:inspector`);
  source.items.observers.add(draw);
  const stops = [
    source.$session.listen(draw),
    source.$purchases.listen(draw),
    source.onDisposed(() => runAfterChange(close)),
  ];
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    recorder.stop();
    faults.end();
    inspectors.leave();
    source.items.observers.delete(draw);
    for (const stop of stops) stop();
    panel.remove();
    onClosed();
  };
  const views = [
    createSessionView(source, inspectors.countTabs),
    createCallsView(recorder, source),
    createItemsView(source),
    createPurchasesView(source),
    createEventsView(recorder, source),
    createDiagnosisView(source),
    createFaultsView(faults),
  ];
  const panel = createPanel(views, close);
  panel.focus();
  return { focus: panel.focus, close };
}
