/** The lines that put the provider on a page with Usher. */
export const adapterCode = (origin: string): string =>
  `import { pay } from '${origin}/in-page.js';
usher.configure({
  providers: [{ name: 'harbour', type: 'in-page', pay }],
});`;
