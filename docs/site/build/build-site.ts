import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vitepress';
import { writeApiReference } from './api-reference.ts';
import { endpointPages } from './endpoint-pages.ts';
import { fingerprint } from './fingerprint.ts';
import { removeInlineCode } from './inline-code.ts';
import { writeLlmsTexts } from './llms.ts';
import {
  lastSiteFolder,
  repository,
  siteFolder,
  unfinishedFolder,
  vitepressRoot,
} from './paths.ts';
import { readEndpoints } from './read-endpoints.ts';
import { sidebarOf } from './sidebar.ts';
import { readSitePages } from './site-pages.ts';
import { stagePages, writePages } from './stage-pages.ts';

const base = '/docs/';

/** Builds the site into `.site/html/`. The last one is served until the new one is complete. */
export async function buildSite(): Promise<void> {
  const madeOf = fingerprint();
  const pages = readSitePages();
  const endpoints = readEndpoints();
  const staged = [...stagePages(pages), ...endpointPages(endpoints)];
  writePages(staged);
  await writeApiReference();
  writeFileSync(
    `${repository}.site/sidebar.json`,
    JSON.stringify(sidebarOf(pages, endpoints), null, 2),
  );
  await build(vitepressRoot);
  removeInlineCode(unfinishedFolder, base);
  writeLlmsTexts(unfinishedFolder, staged);
  copyFileSync(`${repository}demo/page/mark.svg`, `${unfinishedFolder}mark.svg`);
  // The server of the demo names its platform here.
  writeFileSync(`${unfinishedFolder}platform.json`, '{ "baseUrl": "" }\n');
  writeFileSync(`${unfinishedFolder}made-of.txt`, madeOf);
  rmSync(lastSiteFolder, { recursive: true, force: true });
  if (existsSync(siteFolder)) renameSync(siteFolder, lastSiteFolder);
  renameSync(unfinishedFolder, siteFolder);
}
