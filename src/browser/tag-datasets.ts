/**
 * The `data-` attributes of the document's script tags that have a base URL. None without a
 * document.
 */
export const tagDatasets = (): readonly DOMStringMap[] =>
  Array.from(
    globalThis.document?.querySelectorAll<HTMLElement>('script[type=module][data-base-url]') ?? [],
    ({ dataset }) => dataset,
  );
