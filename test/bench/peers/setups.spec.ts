import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { installLibraries } from './libraries.ts';
import { loadTwice } from './load-page.ts';
import { createSubjects } from './measure-times.ts';
import { startPageServer } from './page-server.ts';
import { setups } from './setups.ts';
import { startStubServer } from './stub-server.ts';

/** By the end of its path, what each library asks for on a first and on a next page. */
const asked: Readonly<Record<string, readonly [first: string[], next: string[]]>> = {
  '/bare.html': [['/session/init'], ['/session/init']],
  '/usher-tag.html': [['/session/init'], []],
  '/usher-module.html': [['/session/init'], []],
  '/keycloak-js.html': [['/openid-connect/token'], ['/openid-connect/token']],
  '/oidc-client-ts.html': [['/oidc/token'], []],
  '/-auth0-auth0-spa-js.html': [['/oauth/token'], []],
  '/-supabase-auth-js.html': [['/auth/v1/signup'], []],
  '/firebase.html': [['accounts:lookup'], ['accounts:lookup']],
};

test('each library has a usable session on a first and on a next page', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'usher-peers-'));
  const api = await startStubServer(0, setups);
  const pages = await startPageServer(api.url);
  try {
    await installLibraries(
      folder,
      setups.map(({ library }) => library),
    );
    const devtools = await page.context().newCDPSession(page);
    const place = { page, devtools, pages, api };
    const subjects = await createSubjects(folder, place);
    expect(subjects.map((subject) => subject.page.path).toSorted()).toEqual(
      Object.keys(asked).toSorted(),
    );
    for (const subject of subjects) {
      const before = api.requests.length;
      const loads = await loadTwice(place, subject);
      const ends = asked[subject.page.path]!;
      expect(loads.map(({ requests }) => requests)).toEqual(ends.map(({ length }) => length));
      const sent = api.requests.slice(before).filter(({ method }) => method !== 'OPTIONS');
      for (const [index, end] of ends.flat().entries()) {
        expect(sent[index]!.path.split('?')[0]).toMatch(new RegExp(`${end}$`));
      }
      for (const { usableMs } of loads) expect(usableMs).toBeGreaterThan(0);
    }
  } finally {
    await Promise.all([pages.close(), api.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
