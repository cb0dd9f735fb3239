// What test runs have written down: how many tests passed, and how long each took.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * A test that failed is run once more. So many of a step may need it: machines are shared, but a race
 * in the code shows in more than these.
 */
export const MOST_SECOND_TRIES = 2;

/** A run that broke, or needed too many second tries, never counts as none failed. */
export function withoutExcuse(found, ok) {
  const tries = found.secondTries?.length ?? 0;
  const isFailed = !ok || tries > MOST_SECOND_TRIES;
  return isFailed && found.failed === 0 ? { ...found, failed: Math.max(1, tries) } : found;
}

/** The results of the browser tests, as `unit-tests.mjs` writes them. */
export function readBrowserResults(file) {
  const { tests, secondTries = [] } = readJson(file);
  const withOutcome = (name) => tests.filter(({ outcome }) => outcome === name);
  return {
    passed: withOutcome('passed').length,
    failed: withOutcome('failed').length,
    skipped: withOutcome('skipped').length,
    tests,
    skips: withOutcome('skipped').map(({ title }) => title),
    secondTries,
    failures: withOutcome('failed').map(
      ({ file, title, reason }) => `${file}: ${title}: ${reason}`,
    ),
  };
}

/** The results of a run of Playwright, by its JSON reporter. */
export function readPlaywrightResults(file) {
  const { stats, errors, suites, config } = readJson(file);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    tests: suites.flatMap((suite) => testsOf(suite, config.rootDir)),
    secondTries: suites.flatMap((suite) => outcomesOf(suite, 'flaky')),
    failures: suites.flatMap((suite) => outcomesOf(suite, 'unexpected')),
  };
}

/**
 * Tests with an outcome, and why they failed: `unexpected` for those that failed, `flaky` for those
 * that failed at first and passed when they were run again.
 */
function outcomesOf({ specs = [], suites = [] }, outcome) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ results }) => `${file}: ${title}: ${reasonOf(results[0])}`),
  );
  return [...own, ...suites.flatMap((suite) => outcomesOf(suite, outcome))];
}

const reasonOf = ({ error, status }) =>
  stripVTControlCharacters(error?.message ?? status)
    .split('\n')
    .filter(Boolean)
    .slice(0, 4)
    .join(' | ');

function testsOf({ specs = [], suites = [] }, folder) {
  const own = specs.map(({ title, file, tests }) => ({
    title,
    file: `${folder}/${file}`,
    ms: sumOf(
      tests.flatMap(({ results }) => results),
      'duration',
    ),
  }));
  return [...own, ...suites.flatMap((suite) => testsOf(suite, folder))];
}

const sumOf = (rows, name) => rows.reduce((sum, row) => sum + row[name], 0);

/** The slowest tests, and the slowest files, as lines of text. */
export function describeSlowest(tests, count = 10) {
  const nameOf = (file) => file.replace(/^.*\/(?=test\/)/, '');
  const byFile = new Map();
  for (const { file, ms } of tests) byFile.set(nameOf(file), (byFile.get(nameOf(file)) ?? 0) + ms);
  const linesOf = (rows) =>
    rows
      .sort((one, other) => other.ms - one.ms)
      .slice(0, count)
      .map(({ ms, text }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${text}`);
  return [
    'the slowest tests',
    ...linesOf(tests.map(({ file, title, ms }) => ({ ms, text: `${nameOf(file)}: ${title}` }))),
    'the slowest files',
    ...linesOf([...byFile].map(([text, ms]) => ({ ms, text }))),
  ];
}
