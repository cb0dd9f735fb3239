// The reference platform for tests: in memory, on a free port of the loopback address.
import { tsImport } from 'tsx/esm/api';

/** Where the API lies under the platform's address: version 3.1, domain 741. */
export const API_PATH = '/v3.1/741';

/** Starts a platform of its own; the caller closes it. */
export async function startTestPlatform() {
  const { startPlatform } = await tsImport(
    '../../demo/platform/start-platform.ts',
    import.meta.url,
  );
  return startPlatform({ dataDir: 'memory://', quiet: true, log: true });
}
