import type { ChartData } from './chart-data.ts';

/** A ranking, the highest first, as bars that lie; nothing where it is empty. */
export const rankingChart = (chart: Omit<ChartData, 'shape'>): ChartData | undefined =>
  chart.rows.length ? { ...chart, shape: 'lying' } : undefined;
