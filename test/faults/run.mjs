// `npm run faults`: all rows; `npm run faults -- "wall clock"`: those whose name holds the text.
import { spawnSync } from 'node:child_process';

const [text] = process.argv.slice(2);
const rows = text ? ['--grep', text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')] : [];
const { status } = spawnSync('npx', ['playwright', 'test', '-c', 'test/faults/playwright.config.ts', ...rows], { stdio: 'inherit' });
process.exitCode = status ?? 1;
