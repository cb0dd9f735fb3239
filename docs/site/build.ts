import { whileAlone } from './build/build-lock.ts';
import { isSiteFresh } from './build/fingerprint.ts';

// `npm run docs`: builds the site of the documentation into `.site/html/`, where it is missing or
// older than what it is made of. `--force` builds it in any case.
const isForced = process.argv.includes('--force');
await whileAlone(async () => {
  if (!isForced && isSiteFresh()) return;
  // The generator loads slowly, and most runs do not need it.
  const { buildSite } = await import('./build/build-site.ts');
  await buildSite();
});
