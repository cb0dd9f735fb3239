/** Replaces what the build would replace; the esbuild plugin leaves node_modules alone. */
export function replacePlugin(values) {
  return {
    name: 'replace',
    transform(context) {
      if (!context.response.is('js') || typeof context.body !== 'string') return undefined;
      let body = context.body;
      for (const [name, value] of Object.entries(values)) {
        body = body.replaceAll(name, JSON.stringify(value));
      }
      return { body };
    },
  };
}
