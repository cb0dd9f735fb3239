import { createRuntime } from '../api/create-runtime.ts';
import { openEarly } from '../api/open-early.ts';
import { refuseOption } from '../api/options.ts';
import { startDebug } from '../api/start-debug.ts';
import type { Usher } from '../api/usher.ts';
import { createBrowser } from '../browser/browser.ts';
import { nothing } from '../browser/nothing.ts';
import { storeReturn } from '../checkout/return/store-return.ts';
import { InputError } from '../errors/input-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { checkSettings, domainOf } from '../session/settings.ts';
import { readAttributes, readFlag } from './read-attributes.ts';
import { createTagQueue, type TagQueue } from './tag-queue.ts';

/** The tags that any copy of this code has started. */
const startedTags: unique symbol = Symbol.for('usher.tags');

/** The name of the place in errors about attributes. */
const place = 'script tag';

const globals = globalThis as { [startedTags]?: WeakSet<HTMLScriptElement> };

/**
 * Starts the script tags that name the file at `url`: those of the document synchronously, later
 * ones at their `load` event. A browser runs a module only once, however many tags name it.
 */
export function serveTags(url: string): void {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  const named = scripts.filter(({ src }) => src === url);
  // A redirected tag does not name this file. It is used when no other tag does.
  const tags = named.length > 0 ? named : scripts.filter((tag) => isRedirected(tag, url));
  tags.forEach(serveTag);
  // A `load` event does not bubble, but can be captured.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (
        target instanceof HTMLScriptElement &&
        (target.src === url || isRedirected(target, url))
      ) {
        serveTag(target);
      }
    },
    true,
  );
}

/**
 * Whether a tag may have been redirected to `url`: it has our attributes, and the same file name.
 */
const isRedirected = ({ src, type, dataset }: HTMLScriptElement, url: string): boolean =>
  type === 'module' && !!dataset['baseUrl'] && fileName(src) === fileName(url);

const fileName = (url: string): string => new URL(url).pathname.replace(/.*\//, '');

/** Starts a tag. A tag without any data attribute only loads the module. */
function serveTag(tag: HTMLScriptElement): void {
  const started = (globals[startedTags] ??= new WeakSet());
  if (started.has(tag) || Object.keys(tag.dataset).length === 0) return;
  started.add(tag);
  const { debug } = tag.dataset;
  if (debug !== undefined) startDebug(readFlag(debug));
  const queue = pageQueue(tag);
  try {
    if (tag.type !== 'module') throw new InputError(place, 'type', tag.type, 'type="module"');
    startTag(tag, queue);
  } catch (error) {
    failTag(tag, queue, error);
  }
}

const domainOfTag = ({ dataset: { baseUrl, domain } }: HTMLScriptElement): string | undefined =>
  domainOf(baseUrl, domain);

/** Loads the code for texts about attributes. Few pages need it. */
const loadTexts = (): Promise<typeof import('../diagnosis/tag-attributes.ts')> =>
  import('../diagnosis/tag-attributes.ts');

/** Reports why a tag could not be started. */
function failTag(tag: HTMLScriptElement, queue: TagQueue, error: unknown): void {
  loadTexts()
    .then(({ tagError }) => tagError(error, tag))
    .catch(() => error as UsherError)
    .then((reason) => queue.fail(domainOfTag(tag), reason), nothing);
}

/**
 * Returns the queue of the page. The first tag creates it. Before that, an element with the ID
 * `usher` may be found instead, by the window's named access. The first tag of the document need
 * not be the one that starts: another copy of this code may serve it later.
 */
function pageQueue(tag: HTMLScriptElement): TagQueue {
  const before = window.usher;
  if (before && 'for' in before) return before as TagQueue;
  const first = document.querySelector<HTMLScriptElement>('script[data-base-url]') ?? tag;
  const queue = createTagQueue(Array.isArray(before) ? before : [], domainOfTag(first));
  window.usher = queue;
  return queue;
}

/** Sends the opening request first. The rest is created while its answer is on the way. */
function startTag(tag: HTMLScriptElement, queue: TagQueue): void {
  const { given, hasUnknown } = readAttributes(tag.dataset);
  const settings = checkSettings<Usher>(given, refuseOption(place));
  const browser = createBrowser();
  const opening = openEarly(settings, browser);
  storeReturn(settings, browser);
  const usher = createRuntime(settings, {}, browser, opening);
  const add = (): void => queue.add(settings.domain, usher);
  const started = usher.start().then(nothing, nothing); // `$session` shows an error
  // The page's callbacks see the viewer of a stored session.
  if (opening?.kind === 'resumed') void started.then(add);
  else add();
  if (!hasUnknown) return;
  // A warning is not worth a second try.
  void started
    .then(loadTexts)
    .then(({ warnOfAttributes }) => warnOfAttributes(tag, settings.registration.runtime), nothing);
}
