/** What a payment has come to. */
export type Outcome = 'approved' | 'declined' | 'pending';

/**
 * How a payment goes on, as the viewer chose it: at once by `approve` or `decline`, after some
 * minutes by `slow`, and by `never` not at all.
 */
export type Course = (typeof courses)[number];
export const courses = ['approve', 'decline', 'slow', 'never'] as const;

/**
 * Long enough for the page that was bought from to be reloaded or closed meanwhile, short enough to
 * be waited for.
 */
export const slowMinutes = 3;

/** What a payment has come to by now, and since when. */
export function outcomeOf(
  { course, madeAt }: { readonly course: Course; readonly madeAt: Date },
  now: Date,
): { readonly outcome: Outcome; readonly since: Date } {
  if (course === 'approve') return { outcome: 'approved', since: madeAt };
  if (course === 'decline') return { outcome: 'declined', since: madeAt };
  const confirmedAt = new Date(madeAt.getTime() + slowMinutes * 60_000);
  return course === 'slow' && now >= confirmedAt
    ? { outcome: 'approved', since: confirmedAt }
    : { outcome: 'pending', since: madeAt };
}
