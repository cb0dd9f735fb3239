import { serveTags } from './page/script-tag.ts';

// The file for pages: the script tag and the ES module in one. Without a tag that names it, it only
// exports.
if (globalThis.document) serveTags(import.meta.url);

export * from './index.ts';
