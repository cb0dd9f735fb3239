import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** The attributes of a script that is not run: data of a page. */
const isData = (attributes: string): boolean => /type="application\/(ld\+)?json"/.test(attributes);

/** What VitePress writes into each page. `colours.css` and the scripts do the same. */
const knownStyles = / style="(?:position:relative;|--vp-vh:0px;|)"/g;

/**
 * Moves each script of the pages into a file of its own, and takes the `style` attributes out. A
 * policy without `unsafe-inline` then lets the page run.
 */
export function removeInlineCode(folder: string, base: string): void {
  mkdirSync(`${folder}assets`, { recursive: true });
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.html')) continue;
    const page = readFileSync(folder + path, 'utf8');
    const moved = page
      .replaceAll(knownStyles, '')
      .replace(inlineScript, (script, attributes: string, code: string) =>
        isData(attributes) ? script : `<script${attributes} src="${fileOf(code)}"></script>`,
      );
    writeFileSync(folder + path, moved);
  }

  function fileOf(code: string): string {
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
    writeFileSync(`${folder}assets/start.${hash}.js`, code);
    return `${base}assets/start.${hash}.js`;
  }
}
