/**
 * A script in every test page. It records what the runtime shows the page, from the first moment
 * on.
 */
function watch(): void {
  const page = window as any;
  const plain = (value: any): any => {
    if (value instanceof Error) {
      return {
        name: value.name,
        code: (value as any).code,
        message: value.message,
        status: (value as any).status,
      };
    }
    if (value instanceof Map) return [...value];
    return value === undefined
      ? null
      : JSON.parse(JSON.stringify(value, (_, one) => (one instanceof Error ? plain(one) : one)));
  };
  const states: unknown[] = [];
  const events: unknown[] = [];
  const settle = (promise: unknown): Promise<unknown> =>
    Promise.resolve(promise).then(
      (value) => ({ ok: true, value: plain(value) }),
      (error) => ({ ok: false, ...plain(error) }),
    );
  const follow = (usher: any): void => {
    page.runtime = usher;
    usher.$session.subscribe((state: unknown) => states.push(plain(state)));
    for (const name of ['login', 'logout', 'identity-changed', 'warning', 'error', 'purchase']) {
      usher.on(name, (value: unknown) => events.push({ name, value: plain(value) }));
    }
  };
  page.viewer = { states, events, settle, follow, plain };
  page.addEventListener('usher-error', ({ detail }: CustomEvent) =>
    events.push({ name: 'usher-error', value: plain(detail) }),
  );
  page.addEventListener('error', ({ message }: ErrorEvent) =>
    events.push({ name: 'uncaught', value: message }),
  );
  page.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
    events.push({ name: 'uncaught', value: String(reason) }),
  );
  page.addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
    page.viewer.persisted = persisted;
  });
  (page.usher = page.usher || []).push(follow);
}

export const viewerScript = `(${watch.toString()})()`;
