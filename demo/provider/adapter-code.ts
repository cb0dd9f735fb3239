/** The lines that put the provider on a page with Usher. */
export const adapterCode = (origin: string): string =>
  `usher.configure({
  providers: [{ name: 'harbour', type: 'in-page', script: '${origin}/in-page.js' }],
});`;
