// `npm run fuzz -- --seconds 600`: tries values from outside until the time is over, and prints the
// smallest that breaks a promise. `--target platform`: one of them. `--seed` and `--path` repeat.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { targets } from './targets.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
    target: { type: 'string', multiple: true },
  },
});
const names = targets.map(({ name }) => name);
const unknown = values.target?.find((name) => !names.includes(name));
if (unknown) throw new Error(`There is no target ${unknown}: ${names.join(', ')}`);

for (const target of targets.filter(({ name }) => values.target?.includes(name) ?? true)) {
  const startedAt = performance.now();
  const { runs, report } = await target.fuzz({
    seed: Number(values.seed),
    path: values.path,
    limitMs: Number(values.seconds) * 1000,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${report ? 'FAIL' : 'ok  '} ${target.name}: ${runs} runs in ${seconds} s from seed ${values.seed} (${target.about})`,
  );
  if (!report) continue;
  console.log(report);
  process.exitCode = 1;
}
