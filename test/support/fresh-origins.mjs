import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Gives each test file an origin of its own: another port that leads to the test server. So a page
 * that is used again finds nothing stored.
 */
export function createFreshOrigins() {
  let testServer;
  let current;
  return {
    plugin: {
      name: 'fresh-origins',
      serverStart({ server }) {
        testServer = server;
      },
      serverStop() {
        current?.close();
      },
    },
    /** The same address at an origin that no page had before. The one before it ends. */
    async addressFor(url) {
      current?.close();
      current = createServer((socket) => testServer.emit('connection', socket));
      current.listen(0, '127.0.0.1');
      await once(current, 'listening');
      return Object.assign(new URL(url), { port: current.address().port }).href;
    },
  };
}
