import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { createClone, type Clone } from '../fixtures/package/clone.ts';
import { shellCommands } from '../fixtures/package/shell-commands.ts';

/** Commands that run below, as the documentation has them. */
const commands = {
  players: 'npm run players',
  start: 'npm start',
  startWithHosts: 'CALLBACK_HOSTS=www.example.test,www.example.test:8443 npm start',
  addIncident:
    'npm run incident -- "Payments are slow" --affects payment --severity major --description "A bank answers late."',
  listIncidents: 'npm run incident -- list',
  endIncident: 'npm run incident -- end 1',
  ledger: 'npm run ledger',
  ledgerOfFolder: 'npm run ledger -- <folder>',
} as const;

const plain = {
  pack: '(cd ../.. && npm pack)',
  unpack: 'tar -xzf ../../usher-runtime-0.1.0.tgz --strip-components=2 package/dist/cdn',
  serve: 'npx sirv-cli@3.0.1 --dev',
} as const;

const inWorkspace = 'test/fixtures/examples/examples-workspace.ts does it for all examples at once';
const asTool = 'its spec in test/examples/ starts the tool behind it, at a port of its own';

const installed = 'test/package/usher-platform.spec.ts, with the packed package';

const replayed = 'test/demo/usher-platform/replay-report/, with the sources';

/** Commands that run elsewhere, by their folder, with the place or the reason. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.': {
    'npm ci': 'the first command of .ci/run',
    'npm run test:all': 'the second one',
    'npm test': 'a choice of the steps of npm run test:all',
    'npm install usher-runtime nanostores':
      'no registry has the name yet: the packed file is installed in its place, below',
    'npm run dev': 'test/demo/dev.spec.ts',
    'npm run faults': 'npm run test:all has all rows',
    'npm run faults -- "wall clock"': 'the same, with a filter',
    'npx usher-platform --port 0 --log': installed,
    'npx usher-platform --port 0 --fault "payment/finishtransaction: lose answer, once"': installed,
    'npx usher-platform probe https://api.example.com/v3.1/741 --item 7=paid --item 8=free --out usher.dialect.ts':
      'test/demo/usher-platform/probe/probe.spec.ts, against the reference platform',
    'npx usher-platform probe https://api.example.com/v3.1/741 --item 7=paid --item 8=free --recordings test/platform':
      'test/demo/usher-platform/probe/replay.spec.ts, against another dialect',
    'npx usher-platform --port 0 --replay test/platform --exec "npm test"': installed,
    'npx usher-platform probe --replay test/platform --item 7=paid --item 8=free --out usher.dialect.ts':
      'test/demo/usher-platform/probe/replay.spec.ts, by its functions',
    'npx usher-platform replay report.json': replayed,
    'npx usher-platform replay report.json --exec "npx playwright test replay.spec.ts"': replayed,
    'npm run faults -- --browser firefox "wall clock"': 'the same, where Firefox is installed',
  },
  ...Object.fromEntries(
    ['next', 'react', 'svelte', 'vue'].map((name) => [
      `examples/${name}`,
      { [plain.pack]: inWorkspace, 'npm install': inWorkspace, 'npm run dev': asTool },
    ]),
  ),
  'examples/webpack': {
    [plain.pack]: inWorkspace,
    'npm install': inWorkspace,
    'npm run build': 'test/examples/webpack.spec.ts',
    'npm start': asTool,
  },
};

test('@main each command of a shell block runs in a test, or is listed with a reason', () => {
  const here: Readonly<Record<string, readonly string[]>> = {
    '.': Object.values(commands),
    'examples/plain': Object.values(plain),
  };
  expect(shellCommands.length).toBeGreaterThan(30);
  const unknown = shellCommands.filter(
    ({ folder, text }) => !here[folder]?.includes(text) && !elsewhere[folder]?.[text],
  );
  expect(unknown).toEqual([]);
  const isWritten = (folder: string, command: string): boolean =>
    shellCommands.some((one) => one.folder === folder && one.text === command);
  const listed = [...Object.entries(here), ...Object.entries(elsewhere)].flatMap(
    ([folder, texts]) =>
      (Array.isArray(texts) ? (texts as string[]) : Object.keys(texts)).map((text) => ({
        folder,
        text,
      })),
  );
  expect(listed.filter(({ folder, text }) => !isWritten(folder, text))).toEqual([]);
  expect(readFileSync('.ci/run', 'utf8')).toContain('npm ci && npm run test:all');
});

const isServed = async (url: string): Promise<boolean> => (await fetch(url)).ok;
/** The first build serves the commands after it, which would build again. */
const withoutBuild = (command: string): string =>
  `export npm_config_ignore_scripts=true; ${command}`;

test('the commands of the shell blocks run in a clone', async () => {
  test.setTimeout(300_000); // one of them builds
  const clone = createClone();
  try {
    const players = await clone.serve('.', commands.players, /http:\/\/127\.0\.0\.1:\d+/);
    const [pages = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(players)!;
    expect(await isServed(`${pages}/video.html`)).toBe(true);
    expect(await isServed(`${pages}/video.js`)).toBe(true);
    await startDemo(clone);
    await sellPlainly(clone);
  } finally {
    await clone.remove();
  }
});

/** The demo, its incidents and its ledger. */
async function startDemo(clone: Clone): Promise<void> {
  const started = await clone.serve(
    '.',
    withoutBuild(commands.startWithHosts),
    /Stop with Ctrl\+C/,
  );
  const [, page = ''] = /Demo page\s+(\S+)/.exec(started)!;
  expect(await isServed(page)).toBe(true);

  expect(await clone.run('.', commands.addIncident)).toContain('incident 1 is on record');
  expect(await clone.run('.', commands.listIncidents)).toContain('Payments are slow');
  expect(await clone.run('.', commands.endIncident)).toContain('has ended');
  expect(await clone.run('.', commands.ledger)).toContain('domain');
  expect(await clone.run('.', commands.ledgerOfFolder.replace('<folder>', '.data'))).toContain(
    'domain',
  );
}

/** The example without a build, and the package in an app beside the clone. */
async function sellPlainly(clone: Clone): Promise<void> {
  const folder = 'examples/plain';
  await clone.run(folder, withoutBuild(plain.pack));
  await clone.run(folder, plain.unpack);
  const served = await clone.serve(folder, plain.serve, /http:\/\/localhost:\d+/);
  const [site = ''] = /http:\/\/localhost:\d+/.exec(served)!;
  expect(await isServed(site)).toBe(true);
  expect(await isServed(`${site}/cdn/usher.js`)).toBe(true);

  // As docs/module.md says, until a registry has the name.
  const install = 'npm install ../usher/usher-runtime-*.tgz nanostores';
  expect(readFileSync('docs/module.md', 'utf8')).toContain(install);
  await clone.run('../app', install);
  const name = `node -e "import('usher-runtime').then((all) => console.log(typeof all.createUsher))"`;
  expect(await clone.run('../app', name)).toContain('function');
}
