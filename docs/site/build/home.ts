import { firstParagraph, type SitePage } from './site-pages.ts';

/** Where a reader goes from the first page. */
const cards = [
  {
    title: 'Sell a film',
    details: 'A button, a payment page, a grant. With elements it is markup alone.',
    link: '/sell-a-film',
  },
  {
    title: 'Hold a player',
    details:
      'A video element, hls.js, Shaka, video.js or Media Chrome, until the viewer may watch.',
    link: '/players',
  },
  {
    title: 'Test without a platform',
    details: 'npx usher-platform starts one with a shop. Unit tests need none at all.',
    link: '/usher-platform',
  },
  {
    title: 'Find what is wrong',
    details: 'An inspector, a diagnosis, a support report, and a reason for each state.',
    link: '/debugging',
  },
];

/** The demo's server serves the site in a folder. VitePress would put it before `/`. */
const demoAddress = '../';

/** The first page of the site: `list` is the list of all pages. */
export const homePage = (pages: readonly SitePage[], list: string): string =>
  `---\n${headOf(pages)}---\n${startOf(pages)}\n## All pages\n${list}`;

/** The head. The promise is that of the README. */
function headOf(pages: readonly SitePage[]): string {
  const hero = {
    name: 'Usher',
    tagline: firstParagraph(textOf(pages, 'README.md'))
      .split(/(?<=\.) /)
      .slice(0, 2)
      .join(' '),
    actions: [
      { theme: 'brand', text: 'Start', link: '/readme' },
      { theme: 'alt', text: 'Open the demo', link: demoAddress, target: '_self' },
      { theme: 'alt', text: 'Why Usher', link: '/why' },
    ],
  };
  return `layout: home\ntitle: Documentation\nhero: ${JSON.stringify(hero)}\nfeatures: ${JSON.stringify(cards)}\n`;
}

/**
 * What stands before the list of pages: how to install, a film for sale with its code, and the
 * comparison. Code and figures are those of the README and of `docs/why.md`.
 */
function startOf(pages: readonly SitePage[]): string {
  const readme = textOf(pages, 'README.md');
  const [command = ''] = codeOf(readme, 'sh', 'The ES module');
  const [tag = ''] = codeOf(readme, 'html', 'The script tag');
  const [markup = ''] = codeOf(readme, 'html', 'Sell a film').slice(-1);
  return `
## Install

::: code-group

\`\`\`sh [npm]
${command}\`\`\`

\`\`\`html [script tag]
${tag}\`\`\`

:::

## A film for sale

<div class="home-sale">

![The panel of a gate over a film: five ways to pay with their prices, and links to log in and to redeem a voucher](./images/gate.png)

<div>

\`\`\`html
${markup}\`\`\`

The gate asks whether the viewer may watch, shows the offers, takes the login and the voucher, and
opens the film after the payment. [Elements](./elements.md) says how,
[Sell a film](./sell-a-film.md) does it by script.

</div>
</div>

## Beside other libraries
${bytesOf(textOf(pages, 'docs/why.md'))}
[How soon the session is usable](./why.md#how-soon-the-session-is-usable) compares them in time.
`;
}

const textOf = (pages: readonly SitePage[], source: string): string =>
  pages.find((each) => each.source === source)!.text;

/** The comparison of bytes, without the measurements that follow it. */
const bytesOf = (why: string): string =>
  sectionOf(why, 'Beside other libraries').split('\n### ')[0]!;

/** The text under a heading of the second level. */
function sectionOf(text: string, heading: string): string {
  const [, section = ''] = text.split(`## ${heading}\n`);
  return section.split(/^## /m)[0]!;
}

/** The code blocks of a section in one language. */
function codeOf(text: string, language: string, heading: string): string[] {
  const blocks = sectionOf(text, heading).matchAll(
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'),
  );
  return Array.from(blocks, ([, code = '']) => code);
}
