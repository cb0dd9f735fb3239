// `npm run dev`: builds on each change of a source, and runs the demo beside it. The demo serves a
// new build at once, and starts again when a file of its servers changes.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { watch } from 'rollup';
import { loadConfigFile } from 'rollup/loadConfigFile';
import { onStop } from './on-stop.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const tsx = createRequire(import.meta.url).resolve('tsx/cli');

let demo: ChildProcess | undefined;

function startDemo(): ChildProcess {
  const child = spawn(
    process.execPath,
    [tsx, 'watch', '--clear-screen=false', '--exclude', 'dist/**', 'demo/start.ts'],
    // A group of its own: Ctrl-C is for us alone. A second signal would make tsx kill the demo.
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true },
  );
  child.once('error', (error) => console.error(error.message));
  return child;
}

process.chdir(root);
const { options } = await loadConfigFile(`${root}rollup.config.mjs`, {});
const watcher = watch(
  options.map((each) => ({ ...each, watch: { ...each.watch, clearScreen: false } })),
);

watcher.on('event', (event) => {
  if (event.code === 'START') console.log('Building …');
  if (event.code === 'BUNDLE_END') void event.result.close();
  if (event.code === 'ERROR') {
    console.error(`The build failed: ${event.error.message}`);
    void event.result?.close();
  }
  if (event.code !== 'END') return;
  console.log('The build is complete.');
  demo ??= startDemo();
});

onStop(async () => {
  const isOver = new Promise<void>((resolve) => {
    if (!demo || demo.exitCode !== null || demo.signalCode !== null) resolve();
    else demo.once('close', () => resolve());
  });
  demo?.kill('SIGTERM');
  await Promise.all([watcher.close(), isOver]);
  process.exit(0);
});
