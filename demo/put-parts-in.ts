import { readFile } from 'node:fs/promises';

const placeholder = /^ *\{\{> ([\w-]+)\}\}\n/gm;

/**
 * Puts what pages share in the place of `{{> header}}`, from `demo/part/header.html`. A part may
 * hold others. In it `{{current /tickets.html}}` marks a link on the page that it leads to.
 * @param address that of the page on its server, as `/browse.html?by=latest`
 */
export async function putPartsIn(page: string, address: string): Promise<string> {
  return (await expandParts(page)).replace(/\{\{current (\S+)\}\}/g, (_, target: string) =>
    target === address ? ' aria-current="page"' : '',
  );
}

async function expandParts(text: string): Promise<string> {
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name]) => name!))];
  const parts = new Map(
    await Promise.all(
      names.map(async (name) => [name, await expandParts(await readPart(name))] as const),
    ),
  );
  return text.replace(placeholder, (_, name: string) => parts.get(name)!);
}

const readPart = (name: string): Promise<string> =>
  readFile(new URL(`./part/${name}.html`, import.meta.url), 'utf8');
