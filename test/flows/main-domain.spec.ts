import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, type Page } from '@playwright/test';
import type { Usher } from '../../src/index.ts';

/** Two copies of the code, in folders of their own: a tag for each domain. */
const page = `<!doctype html><title>Two domains</title>
<script>
  window.got = [];
  (window.usher = window.usher || []).push((usher) => got.push(['none', usher]));
  usher.push(742, (usher) => got.push(['742', usher]));
  usher.push('741', (usher) => got.push(['741', usher]));
</script>
<script type="module" async src="/one/usher.js" data-base-url="/v3.1/741"></script>
<script type="module" async src="/two/usher.js" data-base-url="/v3.1/742"></script>`;

const session = { result: { general: { cid: '7', clid: 741, uid: 0 } }, metadata: { status: 200 } };

/** The delay of each copy, by its folder. */
const delaysMs = { one: 0, two: 0 };

async function answer(path: string, response: ServerResponse): Promise<void> {
  const [, folder, file] = /^\/(one|two)\/(.+)$/.exec(path) ?? [];
  if (folder && file) {
    await wait(delaysMs[folder as 'one' | 'two']);
    response.setHeader('Content-Type', 'text/javascript');
    response.end(readFileSync(`dist/cdn/${file}`));
  } else if (path.startsWith('/v3.1/')) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(session));
  } else {
    response.setHeader('Content-Type', 'text/html');
    response.end(page);
  }
}

let server: Server;
let url = '';
test.beforeAll(async () => {
  server = createServer((request, response) => void answer(request.url!, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

/** The domain whose runtime each caller got, by the domain that it named. */
const domainsGot = (tab: Page): Promise<Record<string, string>> =>
  tab.evaluate(async () => {
    const { usher, got } = window as unknown as {
      usher: { for: (domain: number) => Usher; ready: (domain?: number) => Promise<Usher> };
      got: [string, Usher][];
    };
    const all: [string, Usher][] = [
      ...got,
      ['ready', await usher.ready()],
      ['ready 742', await usher.ready(742)],
    ];
    const domain = (one: Usher): string => (one === usher.for(741) ? '741' : '742');
    return Object.fromEntries(all.map(([named, one]) => [named, domain(one)]));
  });

for (const [load, first] of (['one', 'two', 'two', 'one', 'one', 'two'] as const).entries()) {
  test(`load ${load + 1}: with the file of tag ${first} first, the first tag decides`, async ({
    page: tab,
  }) => {
    Object.assign(delaysMs, { one: 0, two: 0, [first === 'one' ? 'two' : 'one']: 400 });
    await tab.goto(url);
    await tab.waitForFunction(() => (window as unknown as { got: unknown[] }).got.length === 3);
    expect(await domainsGot(tab)).toEqual({
      none: '741',
      '741': '741',
      '742': '742',
      ready: '741',
      'ready 742': '742',
    });
  });
}
