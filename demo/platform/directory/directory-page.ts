import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

type Markup = ReturnType<typeof html>;

const style = `
:root { color-scheme: light dark; --paper: #eef1f4; --surface: #fff; --ink: #17202a; --soft: #55616e; --line: #7d8996; --accent: #1f5c99; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #0f1419; --surface: #1a2129; --ink: #eaf0f6; --soft: #a5b2bf; --line: #7b8896; --accent: #8cc0f5; --on: #08131e; } }
* { box-sizing: border-box; }
body { margin: 0; min-block-size: 100vb; display: grid; place-items: center; padding: 1rem; background: var(--paper); color: var(--ink); font: 400 1rem/1.5 system-ui, sans-serif; }
main { inline-size: min(26rem, 100%); padding: 1.75rem; border-radius: .75rem; background: var(--surface); box-shadow: 0 1rem 3rem rgb(0 0 0 / 12%); }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
form { display: grid; gap: .6rem; margin-block-start: 1.5rem; }
button { min-block-size: 3rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: none; color: inherit; font: inherit; font-weight: 600; text-align: start; cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button.cancel { border-color: transparent; text-align: center; font-weight: 400; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
/** What the policy of the page lets style it. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
}

/** In one piece: white space that a formatter adds would change the hash. */
const styleElement = raw(`<style>${style}</style>`);

/** Asks who the viewer is. It is a directory for tests: everybody is believed. */
export function choicePage(state: string, callback: string, usernames: readonly string[]): Markup {
  return page(
    'Who are you? · The directory',
    html` <h1>Who are you?</h1>
      <p>${callback} would like to know. This directory believes everybody.</p>
      <form method="post">
        <input type="hidden" name="state" value="${state}" />
        ${usernames.map((username) => html`<button name="user" value="${username}">${username}</button>`)}
        <button class="cancel" name="user" value="">None of these: go back</button>
      </form>`,
  );
}

/** Says that a login cannot go on; the viewer is sent nowhere. */
export function refusalPage(why: string): Markup {
  return page(
    'No login here · The directory',
    html`<h1>This login cannot go on</h1>
      <p>${why}</p>`,
  );
}
