// `npm run bench`: all benchmarks, `npm run bench -- session`: the named ones. Fails on errors, never on times. Needs a build.
const benchmarks = {
  session: () => import('./session.mjs'),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  console.log(`\n${name}`);
  await (await benchmarks[name]()).run();
}
