import type { Allmedia, MediaPage, ReadOptions } from 'usher-runtime';
import type { FilterValues } from '../lists/filters.ts';

/** The values that every list takes. */
export interface ListValues extends FilterValues {
  readonly start?: number;
  readonly limit?: number;
  readonly additionalFields?: readonly string[];
}

/** An all-media call that reads a list page by page. */
export type ListCall = (
  allmedia: Allmedia,
  values: ListValues,
  options: ReadOptions,
) => AsyncGenerator<MediaPage, void>;
