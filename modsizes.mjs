import { rollup } from 'rollup';
import { transform } from 'esbuild';
import { brotliCompressSync, constants } from 'node:zlib';
process.chdir('/work/wt/M');
const config = (await import('/work/wt/M/rollup.config.mjs')).default;
const c = config.find((x) => x.input.usher);
const bundle = await rollup({ ...c, onwarn() {} });
const { output } = await bundle.generate(c.output);
const name = process.argv[2] ?? 'usher.js';
const chunk = output.find((o) => o.fileName === name || o.fileName.endsWith(`-${name}`));
const q = (s) => brotliCompressSync(s, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const mods = [];
for (const [id, m] of Object.entries(chunk.modules)) {
  if (!m.code) continue;
  const { code } = await transform(m.code, { minify: true, target: 'es2020' }).catch(() => ({ code: m.code }));
  mods.push([id.replace(/.*\/(src|node_modules)\//, '$1/'), code.length]);
}
mods.sort((a, b) => b[1] - a[1]);
for (const [id, n] of mods) console.log(String(n).padStart(6), id);
console.log('total', mods.reduce((s, [, n]) => s + n, 0), 'brotli', q(chunk.code), 'modules', mods.length);
