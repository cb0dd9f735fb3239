import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

/** A file that only grows, with one JSON value a line. */
export interface JsonLines {
  /** The values that were there when it was opened. */
  readonly values: readonly unknown[];
  /** It is written down when this returns. */
  append(value: object): void;
}

/**
 * Opens the file, or without one lines that end with the process. A line that a killed process left
 * half-written is cut off: nobody was told of what it says.
 */
export function openJsonLines(file: string | undefined): JsonLines {
  return {
    values: file && existsSync(file) ? readLines(file) : [],
    append(value) {
      if (file) appendFileSync(file, `${JSON.stringify(value)}\n`);
    },
  };
}

function readLines(file: string): unknown[] {
  const bytes = readFileSync(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  if (whole.length < bytes.length) truncateSync(file, whole.length);
  const lines = whole.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown);
}
