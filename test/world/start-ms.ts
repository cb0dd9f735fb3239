/** When world time begins, in ms since 1970. The clock of each device starts with it. */
export const startMs: number = Date.UTC(2026, 10, 21, 12);
