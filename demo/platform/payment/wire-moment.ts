/** A moment as it goes out: unix seconds; 0 for no end. */
export function wireMoment(moment: Date | null): number {
  return moment ? Math.floor(moment.getTime() / 1000) : 0;
}
