/** Says once when figures are being fetched, however many parts of the page fetch them. */
export interface Activity {
  readonly during: <Result>(work: Promise<Result>) => Promise<Result>;
}

export function createActivity(status: HTMLElement): Activity {
  let open = 0;
  return {
    async during(work) {
      if (open === 0) status.textContent = 'Fetching figures …';
      open++;
      try {
        return await work;
      } finally {
        open--;
        if (open === 0) status.textContent = 'The figures are up to date.';
      }
    },
  };
}
