/** Conditions of a query with their parameters, in step. */
export interface Where {
  /** Adds a condition; its `?` is the value, which may be used more than once. */
  and(condition: string, value?: unknown): Where;
  /** Adds a parameter for another part of the query; its placeholder. */
  parameter(value: unknown): string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export function createWhere(): Where {
  const conditions: string[] = [];
  const parameters: unknown[] = [];
  const where: Where = {
    and(condition, value) {
      conditions.push(
        condition.includes('?') ? condition.replaceAll('?', where.parameter(value)) : condition,
      );
      return where;
    },
    parameter: (value) => `$${parameters.push(value)}`,
    get sql() {
      return conditions.length
        ? `where ${conditions.map((condition) => `(${condition})`).join(' and ')}`
        : '';
    },
    parameters,
  };
  return where;
}
