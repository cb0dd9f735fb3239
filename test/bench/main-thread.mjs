/** What a trace must hold for `longestTasks`. */
export const taskCategories = [
  'disabled-by-default-devtools.timeline',
  'toplevel',
  'blink.user_timing',
  'blink',
  'loading',
];

const ms = (micros) => micros / 1000;

/**
 * The longest tasks of a page's main thread between its marks `read-start` and `read-end`, in ms,
 * by a trace of Chromium's. `cpuMs` is the thread's own time, which a busy machine does not make
 * longer. `ownMs` is that of tasks in which the engine does not hand over the body of an answer: no
 * script has a part in how long that takes.
 */
export function longestTasks(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  const marked = (name) =>
    events.find((event) => event.name === name && event.cat === 'blink.user_timing');
  const [start, end] = [marked('read-start'), marked('read-end')];
  const own = events.filter(
    ({ ph, pid, tid }) => ph === 'X' && pid === start.pid && tid === start.tid,
  );
  const tasks = own.filter(
    ({ name, ts, dur }) => name === 'RunTask' && ts + dur > start.ts && ts < end.ts,
  );
  const bodies = own.filter(({ name }) => name === 'ResponseBodyLoader::DidFinishLoadingBody');
  if (tasks.length === 0 || bodies.length === 0) {
    throw new Error('The trace has no tasks of the page, or no answer');
  }
  const hasBody = (task) => bodies.some(({ ts }) => ts >= task.ts && ts < task.ts + task.dur);
  const longest = (some, field) => ms(Math.max(...some.map((task) => task[field])));
  return {
    wallMs: longest(tasks, 'dur'),
    cpuMs: longest(tasks, 'tdur'),
    ownMs: longest(
      tasks.filter((task) => !hasBody(task)),
      'tdur',
    ),
  };
}
