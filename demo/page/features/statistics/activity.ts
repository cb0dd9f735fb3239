/**
 * Says once when figures are being fetched and once when all are there, however many parts of the
 * page ask.
 */
export function createActivity(status) {
  let open = 0;
  return {
    async during(work) {
      if (open++ === 0) status.textContent = 'Fetching figures …';
      try {
        return await work;
      } finally {
        if (--open === 0) status.textContent = 'The figures are up to date.';
      }
    },
  };
}
