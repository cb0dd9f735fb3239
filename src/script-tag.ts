import { storeReturn } from './arrival/arrival.ts';
import { onWindowEvent } from './browser/window-event.ts';
import { fieldSpec } from './contract/field.ts';
import { init } from './contract/init.ts';
import type { Fields } from './contract/endpoint.ts';
import type { Usher } from './runtime.ts';
import { kit } from './session/kit.ts';
import type { GivenSettings, Settings } from './session/settings.ts';

type Callback = (usher: Usher) => void;

/** What `window.usher` is once the script has run; before, a page may make it an array. */
interface Queue {
  readonly push: (callback: Callback) => void;
  /** The runtime of a domain, once it is there. */
  readonly for: (domain: number | string) => Usher | undefined;
  readonly add: (domain: string | undefined, usher: Usher) => void;
  /** Why there is no runtime; the event `usher-error` on the window tells of it too. */
  error?: { readonly code: string; readonly message: string };
}

const page = window as unknown as { usher?: Queue | Callback[] };
const fields: Fields = { ...init.query, ...init.body };

/** The tag itself. `document.currentScript` may be clobbered by an element of that name. */
function findTag(): HTMLScriptElement {
  const tag = document.currentScript;
  return tag instanceof HTMLScriptElement ? tag : document.querySelector<HTMLScriptElement>('script[src][data-base-url]')!;
}

/** The tag's attributes as options: `data-gateway`, `data-add-price-model`, … are fields of init. */
function readOptions({ baseUrl, domain, persistence, mode, ...rest }: DOMStringMap): GivenSettings {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(rest)) {
    const kind = fields[name] && fieldSpec(fields[name]).kind;
    const text = rest[name]!;
    if (kind) values[name] = kind === 'flag' ? !/^(0|false)$/.test(text) : kind === 'number' && text.trim() ? Number(text) : text;
  }
  return { baseUrl: baseUrl!, domain, persistence: persistence as GivenSettings['persistence'], mode: mode as GivenSettings['mode'], init: values };
}

function createQueue(waiting: Callback[]): Queue {
  const runtimes: Record<string, Usher> = {};
  let first: Usher | undefined;
  const run = (callback: Callback): void => {
    try {
      callback(first!);
    } catch (error) {
      setTimeout(() => { throw error; }); // the page's own error: reported as one, without stopping the others
    }
  };
  return {
    push: (callback) => void (first ? run(callback) : waiting.push(callback)),
    for: (domain) => runtimes[domain],
    add(domain, usher) {
      runtimes[domain!] = usher;
      first = first || usher;
      waiting.splice(0).forEach(run);
    },
  };
}

/** Sends the opening request in the script's first task: nothing is awaited before it. In a prerendered page the runtime does, once it is shown. */
function sendOpening(settings: Settings<Usher>): void {
  const { entry, key, persistence } = settings;
  if (entry.opening || entry.runtime || (document as { prerendering?: boolean }).prerendering) return;
  const store = kit.textStore(persistence);
  entry.opening = kit.open(settings, kit.readSaved(store, key), { ...kit, now: Date.now, fetch: fetch.bind(window), store, on: onWindowEvent });
}

function start(queue: Queue): void {
  const fail = (error: Error & { code?: string }): void => {
    queue.error = { code: error.code || (/Syntax|Reference/.test(error.name) ? 'unsupported' : 'network'), message: error.message };
    dispatchEvent(new CustomEvent('usher-error', { detail: queue.error }));
  };
  try {
    const tag = findTag();
    const settings = kit.checkSettings<Usher>(readOptions(tag.dataset), (key, value) => {
      throw Object.assign(new TypeError(`${key}: ${String(value)}`), { code: 'input' }); // before anything is sent
    });
    storeReturn(settings, kit.textStore, Date.now());
    // Asked for first: while it comes, the mirror is read and the opening request sent.
    const core = import(new URL('runtime.js', tag.src).href) as Promise<typeof import('./runtime.ts')>;
    sendOpening(settings);
    core.then(({ createRuntime }) => {
      const usher = createRuntime(settings, kit);
      queue.add(settings.domain, usher);
      usher.start().catch(() => {}); // `$session` shows it
    }).catch(fail);
  } catch (error) {
    fail(error as Error);
  }
}

// An element with the ID `usher` stands there too, by the window's named access; only a queue has `for`.
const before = page.usher as Partial<Queue> | Callback[] | undefined;
const queue = before && 'for' in before ? (before as Queue) : createQueue(Array.isArray(before) ? before : []);
page.usher = queue;
start(queue);
