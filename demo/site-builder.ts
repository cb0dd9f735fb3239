import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isSiteFresh } from '../docs/site/build/fingerprint.ts';

/** Builds the site of the documentation while the demo goes on answering. */
export interface SiteBuilder {
  /** Starts a build, when the site is missing or older than its sources, and none is under way. */
  buildWhenOld(): void;
  /** Whether the last build failed. */
  readonly hasFailed: boolean;
}

/** A look through all sources takes a moment: not for each page. */
const CHECK_AGAIN_MS = 10_000;

const buildScript = fileURLToPath(new URL('../docs/site/build.ts', import.meta.url));

/**
 * A builder in a process of its own.
 * @param script What builds the site. Default: the script of `npm run docs`.
 */
export function createSiteBuilder(script = buildScript, isFresh = isSiteFresh): SiteBuilder {
  let status: 'idle' | 'running' | 'failed' = 'idle';
  let checkedAt = -CHECK_AGAIN_MS;

  function start(): void {
    const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'ignore' });
    const stop = (): void => void child.kill();
    status = 'running';
    process.once('exit', stop);
    child.once('error', () => {
      status = 'failed';
    });
    child.once('close', (code) => {
      status = code === 0 ? 'idle' : 'failed';
      process.off('exit', stop);
    });
  }

  return {
    buildWhenOld: () => {
      const now = performance.now();
      if (status === 'running' || now - checkedAt < CHECK_AGAIN_MS) return;
      checkedAt = now;
      if (!isFresh()) start();
    },
    get hasFailed() {
      return status === 'failed';
    },
  };
}
