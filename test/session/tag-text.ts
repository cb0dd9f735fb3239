/** Where the built script tag is served. */
export const source: string = new URL('/dist/cdn/usher.js', location.href).href;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** The tag as a publisher pastes it. */
export function tagText(attributes: Readonly<Record<string, string>>): string {
  return `<script type="module" src="${source}"${Object.entries(attributes)
    .map(([name, text]) => ` ${name}="${escape(text)}"`)
    .join('')}></script>`;
}

export const script = (code: string): string => `<script>${code}</script>`;

/** What a page writes to be called with the runtime. */
export const callback = (code: string): string =>
  script(`(window.usher = window.usher || []).push(function (usher) { ${code} });`);
