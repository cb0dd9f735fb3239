// `npm run bench`: all benchmarks, `npm run bench -- session`: the named ones. Needs a build. Fails
// on errors, and where a budget is not kept that the machine's speed has no part in; never on
// times. `npm run bench -- kill --runs 20 --seed 5` says how many, and which moments.
import { parseArgs } from 'node:util';

const benchmarks = {
  session: () => import('./session.mjs'),
  tabs: () => import('./tabs.mjs'),
  day: () => import('./day.mjs'),
  herd: () => import('./herd.mjs'),
  kill: () => import('./kill-return.ts'),
  'kill-steps': () => import('./kill.ts'),
  large: () => import('./large.mjs'),
  items: () => import('./items.mjs'),
  catalogue: () => import('./catalogue.ts'),
  load: () => import('./load.ts'),
  vitals: () => import('./vitals.ts'),
  peers: () => import('./peers.ts'),
};

const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    against: { type: 'string' },
    seconds: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `No benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  console.log(`\n${name}`);
  const isKept = await (await benchmarks[name]()).run(options);
  if (isKept === false) process.exitCode = 1;
}
