import { executeServerCommand } from '@web/test-runner-commands';

/** Writes down, outside of the page, for which endpoints a column of the coverage table is true. */
export async function writeColumn(column: string, ids: Iterable<string>): Promise<void> {
  await executeServerCommand('coverage:write', { column, ids: [...ids] });
}
