import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

/**
 * What a browser itself says of an answer that is an error, or does not come. No page can prevent
 * that. Firefox reports an answer that breaks off as one without a CORS header, as if it were an
 * uncaught error of the page.
 */
const ofBrowser = [
  /^Failed to load resource: /,
  /net::ERR_/,
  /^(?:Access to fetch|Cross-Origin Request Blocked|The Same Origin Policy disallows)/,
];

export const isOfBrowser = (text: string): boolean => ofBrowser.some((words) => words.test(text));

/** Counts what each tab complains of: uncaught errors, errors on the console, a crash. */
export function watchComplaints(context: BrowserContext): ReadonlyMap<string, number> {
  const complaints = new Map<string, number>();
  const add = (page: Page | null, text: string): void => {
    const { pathname } = new URL(page?.url() ?? 'about:blank');
    const complaint = `${pathname}: ${text}`;
    complaints.set(complaint, (complaints.get(complaint) ?? 0) + 1);
  };
  context.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' || isOfBrowser(message.text())) return;
    add(message.page(), `error on the console: ${message.text()}`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    if (isOfBrowser(error.message)) return;
    add(webError.page(), `uncaught: ${error.message}\n${error.stack ?? ''}`.trim());
  });
  context.on('page', (page) => page.on('crash', () => add(page, 'the tab crashed')));
  return complaints;
}
