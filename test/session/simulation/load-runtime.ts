import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { withoutGuard } from '../../support/without-guard.ts';
import type { TakenOut } from '../../support/without-guard.ts';
import type { storeReturn } from '../../../src/payment-return/store-return.ts';
import type { createRuntime } from '../../../src/runtime.ts';
import type { checkSettings } from '../../../src/session/settings.ts';

/** What a simulated page loads. */
export interface LoadedRuntime {
  readonly createRuntime: typeof createRuntime;
  readonly storeReturn: typeof storeReturn;
  readonly checkSettings: typeof checkSettings;
}

const contents = `
  export { createRuntime } from './src/runtime.ts';
  export { storeReturn } from './src/payment-return/store-return.ts';
  export { checkSettings } from './src/session/settings.ts';
`;

/**
 * The sources as one script, without a guard when one is given. A late import resolves at once, so
 * that only promises pass.
 */
export async function loadWithout(guard?: TakenOut): Promise<LoadedRuntime> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    plugins: guard ? [withoutGuard(guard)] : [],
    format: 'iife',
    globalName: 'loaded',
    target: 'es2022',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: '"simulated"',
      __FOR_PAGES__: 'false',
    },
  });
  return runInThisContext(`(() => { ${outputFiles[0]!.text}\nreturn loaded; })()`, {
    filename: 'simulated-runtime.js',
  }) as LoadedRuntime;
}

let loaded: Promise<LoadedRuntime> | undefined;

export const loadRuntime = (): Promise<LoadedRuntime> => (loaded ??= loadWithout());
