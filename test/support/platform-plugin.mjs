import { API_PATH, startTestPlatform } from './platform.mjs';

/**
 * Starts the reference platform with the test server. A test reads its address and its secrets:
 * `import { baseUrl, domainSecret } from '/__platform.js'`.
 */
export function platformPlugin() {
  let platform;
  let isUsed = false;
  return {
    name: 'platform',
    async serverStart() {
      platform = await startTestPlatform();
    },
    /** Starts another platform if a test has read the address of this one. */
    async renew() {
      if (!isUsed) return;
      isUsed = false;
      await platform.close();
      platform = await startTestPlatform();
    },
    async serverStop() {
      await platform?.close();
    },
    serve(context) {
      if (context.path !== '/__platform.js') return undefined;
      isUsed = true;
      const { url, domainSecret, serverSessionId, demoUser } = platform;
      const names = Object.entries({
        baseUrl: url + API_PATH,
        domainSecret,
        serverSessionId,
        demoUser,
      });
      const body = names
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
      return { body, type: 'js' };
    },
  };
}
