import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

interface Row {
  readonly group: string;
  readonly row: string;
  readonly outcome: string;
  readonly seconds: string;
  readonly reason: string;
}

/**
 * Prints a line for each row when it ends, its errors at once, and a table of all rows at the end.
 */
export default class TableReporter implements Reporter {
  readonly #rows = new Map<string, Row>();

  onTestEnd(test: TestCase, { status, duration, errors, annotations, retry }: TestResult): void {
    const [, project = '', , ...titles] = test.titlePath();
    const title = titles.pop() ?? '';
    const row = project.startsWith('without ') ? `${title}, ${project}` : title;
    const outcome = outcomeOf(status, test.expectedStatus);
    const reason =
      annotations.find(({ type }) => type === 'skip')?.description ??
      (retry > 0 ? 'at its second try' : '');
    this.#rows.set(test.id, {
      group: titles.join(' '),
      row,
      outcome,
      seconds: (duration / 1000).toFixed(1),
      reason,
    });
    if (outcome !== 'fail') return;
    console.log(
      `\n${titles.join(' ')}: ${row}\n${errors.map(({ stack, message }) => indent(stack ?? message ?? '')).join('\n')}`,
    );
  }

  onError({ stack, message }: { stack?: string; message?: string }): void {
    console.log(indent(stack ?? message ?? ''));
  }

  onEnd(): void {
    const rows = [
      { group: 'group', row: 'row', outcome: '', seconds: 's', reason: '' },
      ...this.#rows.values(),
    ];
    const width = (name: 'group' | 'row' | 'seconds'): number =>
      Math.max(...rows.map((row) => row[name].length));
    console.log();
    for (const { group, row, outcome, seconds, reason } of rows) {
      console.log(
        [
          group.padEnd(width('group')),
          row.padEnd(width('row')),
          outcome.padEnd(4),
          seconds.padStart(width('seconds')),
          reason,
        ]
          .join('  ')
          .trimEnd(),
      );
    }
    const count = (outcome: string): number =>
      [...this.#rows.values()].filter((row) => row.outcome === outcome).length;
    const skipped = count('skip') > 0 ? `, ${count('skip')} are skipped` : '';
    console.log(`\n${count('pass')} rows hold, ${count('fail')} do not${skipped}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

function outcomeOf(status: TestResult['status'], expected: TestCase['expectedStatus']): string {
  if (status === 'skipped') return 'skip';
  return status === expected ? 'pass' : 'fail';
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
