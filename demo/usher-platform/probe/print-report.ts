import type { ProbeReport } from './probe.ts';

/** The report as a table, a line for each assumption, what is failed first. */
export function printReport({ assumptions, exchanges }: ProbeReport): string {
  const order = ['failed', 'unknown', 'held'] as const;
  const lines = order.flatMap((verdict) =>
    assumptions
      .filter((one) => one.verdict === verdict)
      .map(
        ({ part, claim, evidence }) =>
          `${verdict.padEnd(8)} ${part}: ${claim}\n         ${evidence}`,
      ),
  );
  const counts = order.map(
    (verdict) => `${assumptions.filter((one) => one.verdict === verdict).length} ${verdict}`,
  );
  return `${lines.join('\n')}\n\n${counts.join(', ')}; ${exchanges.length} requests`;
}
