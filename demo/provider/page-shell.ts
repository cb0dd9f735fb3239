import type { Context } from 'hono';
import { html } from 'hono/html';
import type { OrderErrorStatus } from './order-error.ts';

/** A piece of a page. */
export type Markup = ReturnType<typeof html>;

interface Shell {
  readonly title: string;
  readonly body: Markup;
  /** A style sheet of the page, beside the one of all pages. */
  readonly style?: string;
  /** The script of the page inside a shop's dialog; the others need none. */
  readonly script?: string;
  /** The only origin that such a page speaks to. It takes no choice before its script is there. */
  readonly shop?: string;
}

/** The document around a page's body. */
export function pageShell({ title, body, style, script, shop }: Shell): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Harbour Pay</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="preload" href="/instrument-sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/checkout.css">
${style ? html`<link rel="stylesheet" href="${style}" />` : ''}
${script ? html`<script type="module" src="${script}"></script>` : ''}
</head>
<body${shop ? html` class="framed" data-shop="${shop}" inert` : ''}>${body}</body>
</html>`;
}

interface Sending {
  readonly status?: 200 | OrderErrorStatus;
  /**
   * Where the page's form may lead to beyond this origin: a policy for forms holds for what they
   * redirect to, too.
   */
  readonly formTarget?: string;
  /** Who may show the page in a frame. */
  readonly frameAncestor?: string;
  readonly scripted?: boolean;
}

/** Sends a page with the policy that it needs and no more. */
export function sendPage(
  context: Context,
  markup: Markup,
  { status = 200, formTarget = '', frameAncestor = "'none'", scripted = false }: Sending = {},
): Response | Promise<Response> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ...(scripted ? ["script-src 'self'", "connect-src 'self'"] : []),
    `form-action 'self' ${formTarget}`.trim(),
    "base-uri 'none'",
    `frame-ancestors ${frameAncestor}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  context.header('Content-Security-Policy', policy.join('; '));
  context.header('Referrer-Policy', 'no-referrer');
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.html(markup, status);
}
