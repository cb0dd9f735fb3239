import { buildSite } from './build/build-site.ts';
import { isSiteFresh } from './build/fingerprint.ts';

// `npm run docs`: builds the site of the documentation into `.site/html/`, where it is missing or
// older than what it is made of. `--force` builds it in any case.
if (process.argv.includes('--force') || !isSiteFresh()) await buildSite();
