import type { Device } from './simulated-device.ts';

/** The times in ms at which keepalives of all tabs reached the platform. */
export const keepalivesOf = ({ history }: Device): number[] =>
  history.sent
    .filter(({ id, arrivedAt }) => id === 'session/keepalive' && arrivedAt)
    .map(({ arrivedAt }) => arrivedAt!);

/** The longest time between two, from the start on. */
export const largestGap = (times: readonly number[]): number =>
  Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)));
