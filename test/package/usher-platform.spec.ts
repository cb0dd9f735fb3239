import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReadyLine } from '../../demo/usher-platform/command/ready-line.ts';

/** An empty folder beside the packed packages, with both installed. */
let folder: string;
const running = new Set<ChildProcess>();

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const quick = ['--port', '0', '--no-history'];

/** Runs the installed command to its end, or until `said` is in its output. */
function runPlatform(
  given: readonly string[],
  said?: RegExp,
): Promise<Ended & { child: ChildProcess }> {
  const environment = { ...process.env, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['node_modules/.bin/usher-platform', ...given], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  return new Promise((resolve) => {
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (said?.test(output)) resolve({ code: null, output, errors, child });
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, output, errors, child });
    });
  });
}

/** A port of this machine on which nothing listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test.beforeAll(() => {
  test.setTimeout(600_000); // it installs from the registry
  folder = mkdtempSync(join(tmpdir(), 'usher-installed-'));
  execFileSync(process.execPath, ['demo/usher-platform/build.mjs'], { stdio: 'ignore' });
  const pack = (path: string): string =>
    execFileSync(
      'npm',
      ['pack', path, '--silent', '--ignore-scripts', '--pack-destination', folder],
      { encoding: 'utf8' },
    ).trim();
  const packed = [pack('.'), pack('./demo/usher-platform')];
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  execFileSync(
    'npm',
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...packed.map((name) => `./${name}`),
    ],
    { cwd: folder, stdio: 'ignore' },
  );
});

test.afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

test('@all the package has the compiled command and what it reads, nothing else', () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: 'demo/usher-platform',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.md',
      'LICENSE',
      'catalogue.schema.json',
      'bin/usher-platform.mjs',
      'dist/usher-platform/main.js',
      'dist/platform/database/migrations/0001-domains.sql',
      'dist/provider/page/frame.js',
    ]),
  );
  const known =
    /^(package\.json|README\.md|LICENSE|catalogue\.schema\.json|bin\/usher-platform\.mjs)$|^dist\/(usher-platform|platform|provider|src|data|media|page\/fonts)\/|^dist\/[\w-]+\.js$/;
  const sources = paths.filter((path) => path.endsWith('.ts'));
  expect(paths.filter((path) => !known.test(path))).toEqual([]);
  expect(sources).toEqual(['dist/src/dialect/md5.ts']); // the probe writes it into dialects
});

test('@all each package that the compiled command imports is a dependency of it', () => {
  const { dependencies } = JSON.parse(readFileSync('demo/usher-platform/package.json', 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const source = execFileSync(
    'grep',
    ['-rhE', "^(import|export) .*from '[^.][^']*'", 'demo/usher-platform/dist'],
    {
      encoding: 'utf8',
    },
  );
  // The text of a dialect has an import of its own.
  const lines = source.split('\n').filter((line) => !line.startsWith('import type '));
  const imported = [...lines.join('\n').matchAll(/from '((?:@[^/']+\/)?[^/']+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:'));
  // Reached by `require`: it has no types.
  expect([...new Set([...imported, 'fs-native-extensions'])].sort()).toEqual(
    Object.keys(dependencies).sort(),
  );
  for (const [name, version] of Object.entries(dependencies)) {
    expect(devDependencies[name] ?? version, name).toBe(version);
  }
});

test('@all it serves, says so in one line of JSON, and stops on a signal with 0', async () => {
  test.setTimeout(300_000);
  const started = await runPlatform([...quick, '--log'], /\n/);
  const ready = JSON.parse(started.output) as ReadyLine;
  expect(ready).toEqual({
    ready: true,
    baseUrl: `${ready.url}/v3.1/741`,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    domain: 741,
    domainSecret: expect.any(String),
    serverSessionId: expect.stringMatching(/^\d+$/),
    demoUser: { username: 'ada', password: 'lovelace' },
    vouchers: expect.arrayContaining(['FREE-MONTH']),
    film: expect.objectContaining({ title: expect.any(String), currency: 'EUR' }),
    provider: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    admin: expect.stringContaining(`${ready.url}/?key=`),
    calls: `${ready.url}/__calls`,
  });
  expect((await fetch(`${ready.baseUrl}/session/init`, { method: 'POST' })).status).toBe(200);
  for (const path of ['/', '/in-page.js', '/frame.js', '/checkout.css', '/instrument-sans.woff2']) {
    expect((await fetch(`${ready.provider}${path}`)).status, path).toBe(200);
  }
  expect((await fetch(`${ready.url}/media/clip.webm`)).status).toBe(200);

  const other = await runPlatform(['--port', new URL(ready.url).port, '--no-history']);
  expect(other).toMatchObject({
    code: 3,
    output: '',
    errors: expect.stringContaining('EADDRINUSE'),
  });

  const ended = new Promise((resolve) => started.child.once('close', resolve));
  started.child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('--exec runs a command beside it, which ledger, incident and log find, and ends with its code', async () => {
  test.setTimeout(300_000);
  writeFileSync(
    join(folder, 'catalogue.json'),
    JSON.stringify({ items: [{ id: 7, title: 'The Lighthouse', sale: { ppv: 499 } }] }),
  );
  const steps = [
    'echo "$USHER_BASE_URL $USHER_DOMAIN"',
    'node check.mjs',
    'npx usher-platform ledger',
    'npx usher-platform incident "Payments are slow"',
    'npx usher-platform log',
    'exit 7',
  ];
  writeFileSync(
    join(folder, 'check.mjs'),
    `import { createUsher } from 'usher-runtime';
     console.log(typeof createUsher);
     const { film } = JSON.parse(process.env.USHER_PLATFORM);
     console.log([film.title, film.item, film.amount].join(' '));
     const answer = await fetch(process.env.USHER_BASE_URL + '/session/init', { method: 'POST' });
     console.log('init ' + answer.status);`,
  );
  const { code, output, errors } = await runPlatform([
    ...quick,
    '--log',
    '--catalogue',
    'catalogue.json',
    '--domain',
    '800',
    '--fault',
    'session/init: status 503, once',
    '--exec',
    steps.join(' && '),
  ]);
  expect(errors).toContain('"ready":true');
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3\.1\/800 800$/m);
  expect(output).toContain('function\nThe Lighthouse 7 499\ninit 503\n');
  expect(output).toContain('is on record');
  expect(output).toContain('"path":"/v3.1/800/session/init"');
  expect(code).toBe(7);
});

test('the command of the workflow in the README runs the tests on its catalogue', async () => {
  test.setTimeout(300_000);
  const readme = readFileSync('demo/usher-platform/README.md', 'utf8');
  const [, given = ''] = /- run: npx usher-platform (.+)$/m.exec(readme) ?? [];
  const [, catalogue = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  mkdirSync(join(folder, 'test'), { recursive: true });
  writeFileSync(join(folder, 'test/catalogue.json'), catalogue);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', scripts: { test: 'node tests.mjs' } }),
  );
  writeFileSync(
    join(folder, 'tests.mjs'),
    `const answer = await fetch(process.env.USHER_BASE_URL + '/session/init', { method: 'POST' });
     process.exit(answer.status === 200 && process.env.USHER_PLATFORM.includes('Lighthouse') ? 0 : 9);`,
  );
  const words = [...given.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  expect(words).toContain('npm test');
  expect(await runPlatform(words)).toMatchObject({ code: 0 });
});

test('wrong arguments end it with 2, and say what is wrong', async () => {
  test.setTimeout(300_000);
  writeFileSync(join(folder, 'wrong.json'), '{\n  "items": [{ "id": 7, "title": 5 }]\n}');
  for (const [given, said] of [
    [['--catalogue', 'wrong.json'], 'wrong.json:2:33 items[0].title must be string, not 5'],
    [['--catalogue', 'absent.json'], 'the catalogue absent.json cannot be read'],
    [['--fault', 'session/init: explode'], 'names no fault'],
    [['--port', '70000'], 'from 0 to 65535'],
    [['--domain', '800:secret'], 'signed, unsigned, player-only'],
    [['--loud'], "unknown option '--loud'"],
    [['--exec', ' '], 'Write a command of the shell'],
    [['strat'], '"strat" is no command'],
    [['seed'], 'seed needs --data'],
    [['log'], 'log needs --admin'],
    [['log', '--admin', '127.0.0.1'], 'Write the address "admin" of the ready line'],
    [['ledger'], 'ledger needs --admin'],
    [['ledger', '--data', 'absent'], 'there is no ledger in absent'],
    [['incident', 'end', 'first'], 'An ID is a number'],
    [['probe'], 'probe needs a base URL, or --replay with recordings'],
    [['--replay', 'absent'], 'the recordings in absent cannot be read'],
  ] as const) {
    const { code, output, errors } = await runPlatform(given);
    expect({ code, output }, given.join(' ')).toEqual({ code: 2, output: '' });
    expect(errors).toContain(said);
  }
  expect(await runPlatform(['--version'])).toMatchObject({ code: 0, output: '0.1.0\n' });
  expect(await runPlatform(['--help'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('usher-platform --port 0 --exec "npm test"'),
  });
  expect(await runPlatform(['start', '--help'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/--host <name> [^()]+\(default: none\)/),
  });
});

test('what cannot be reached ends it with 1, with its address and the reason', async () => {
  test.setTimeout(300_000);
  const port = await findClosedPort();
  const closed = `http://127.0.0.1:${port}`;
  const admin = `${closed}/?key=abc`;
  for (const [given, said] of [
    [['log', '--admin', admin], `no platform answers at ${closed}: connect ECONNREFUSED`],
    [['ledger', '--admin', admin], `no platform answers at ${closed}: connect ECONNREFUSED`],
    [['incident', '--admin', admin, 'Slow'], `no platform answers at ${closed}`],
    [['incident', 'Slow'], 'name a running one with --admin'],
    [['probe', `${closed}/v3.1/741`], `${closed}/v3.1/741 could not be reached: connect`],
    [
      ['seed', '--data', `postgres://127.0.0.1:${port}/shop`],
      `the PostgreSQL server gives no connection: connect ECONNREFUSED 127.0.0.1:${port}`,
    ],
  ] as const) {
    const { code, output, errors } = await runPlatform(given);
    expect({ code, output }, given.join(' ')).toEqual({ code: 1, output: '' });
    expect(errors).toContain(said);
  }
});

test('a folder that was seeded with a catalogue is used with it, and with no other', async () => {
  test.setTimeout(300_000);
  const items = [
    { id: 7, title: 'One', sale: { ppv: 499 } },
    { id: 8, title: 'Two' },
  ];
  writeFileSync(join(folder, 'two.json'), JSON.stringify({ items }));
  writeFileSync(join(folder, 'other.json'), JSON.stringify({ items: items.slice(1) }));
  const at = ['--data', 'shop', '--no-history'];
  expect(await runPlatform(['seed', ...at, '--catalogue', 'two.json'])).toMatchObject({
    code: 0,
    output: '{"seeded":true,"items":2}\n',
  });
  const other = await runPlatform(['--port', '0', ...at, '--catalogue', 'other.json']);
  expect(other).toMatchObject({ code: 2, errors: expect.stringContaining('another catalogue') });
  const unnamed = await runPlatform(['--port', '0', '--data', 'shop', '--exec', 'exit 0']);
  expect(unnamed.code).toBe(0);
  // The vouchers for a film are for the third one that costs money.
  expect(JSON.parse(unnamed.errors)).toMatchObject({
    film: { title: 'One', item: '7' },
    vouchers: ['FREE-MONTH', 'PARTNER-WEEK'],
  });
  const again = await runPlatform([
    '--port',
    '0',
    ...at,
    '--catalogue',
    'two.json',
    '--exec',
    'npx usher-platform seed --data shop',
  ]);
  expect(again).toMatchObject({ code: 3, errors: expect.stringContaining('another process runs') });
});
