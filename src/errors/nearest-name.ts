/**
 * The known name that a mistyped one is nearest to, if any: at most one change in three characters,
 * whatever the case, hyphens and underscores.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const plain = plainName(given);
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const name of known) {
    const changes = countChanges(plain, plainName(name));
    if (changes >= least) continue;
    least = changes;
    nearest = name;
  }
  return nearest;
}

/** A sentence about a name that does not exist, with the nearest known one. */
export function unknownName(
  sentence: string,
  given: string,
  known: readonly string[],
  show: (name: string) => string = String,
): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? sentence : `${sentence}; did you mean ${show(nearest)}?`;
}

/** Longer names are mistyped on purpose: they are not compared to their end. */
const maxCharacters = 60;

const plainName = (name: string): string =>
  name.toLowerCase().replace(/[-_]/g, '').slice(0, maxCharacters);

/**
 * The least number of inserted, left out, replaced and swapped characters (Damerau-Levenshtein
 * distance).
 */
function countChanges(one: string, other: string): number {
  const rows: number[][] = [];
  /**
   * The changes between the first `row` characters of the one and the first `column` characters of
   * the other. If one of these texts is empty, they are as many as the other one has characters.
   */
  const changes = (row: number, column: number): number => rows[row]?.[column] ?? row + column;
  for (let row = 1; row <= one.length; row++) {
    const now: number[] = [];
    rows[row] = now;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      now[column] = Math.min(
        changes(row - 1, column) + 1,
        changes(row, column - 1) + 1,
        changes(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? changes(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return changes(one.length, other.length);
}
