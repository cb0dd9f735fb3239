import { expect, test } from '@playwright/test';
import { showIncident } from '../../../src/session/state/incident.ts';
import { dispatch } from '../../../src/session/state/session-store.ts';
import { createHeldSession, savedSession } from '../../fixtures/session/held-session.ts';

const incidentOf = (ID: string, ...affects: string[]): never =>
  ({ ID, title: '', description: '', severity: 'minor', started: 1, affects }) as never;

/** A page without a session, whose openings are counted. */
function createWithout(end: 'unreachable' | 'refused' | 'static') {
  const { context, run } = createHeldSession();
  let openings = 0;
  const activated = (): Promise<never> => {
    openings++;
    return new Promise(() => {});
  };
  Object.assign(context.browser, { page: { activated } });
  dispatch(context, 'open');
  dispatch(context, end);
  const show = (...incidents: never[]): Promise<void> =>
    run(async () => showIncident(context, incidents));
  return { context, show, openings: () => openings };
}

test('a session is opened when an incident is over, and not while there is one', async () => {
  const { context, show, openings } = createWithout('unreachable');
  for (const given of [[incidentOf('1')], [incidentOf('2', 'Session')], [incidentOf('3', 'all')]]) {
    await show(...given);
    expect(context.incident).toBe(given[0]);
  }
  expect(openings()).toBe(0);
  await show(incidentOf('4', 'payment', 'sessions'));
  expect(context.incident).toBe(undefined);
  expect(openings()).toBe(1);
});

test('the end of an incident opens a session in each status without one', async () => {
  for (const end of ['refused', 'static'] as const) {
    const { show, openings } = createWithout(end);
    await show(incidentOf('1'));
    await show();
    expect(openings()).toBe(1);
  }
});

test('the end of an incident opens no session of a page that has one', async () => {
  const { context, show, openings } = createWithout('unreachable');
  await show(incidentOf('1'));
  Object.assign(context, { current: savedSession('7') });
  dispatch(context, 'opened');
  await show();
  expect([context.incident, context.pending, openings()]).toEqual([undefined, undefined, 0]);
});

test('an incident that has changed is shown as it is now', async () => {
  const { context, show } = createWithout('unreachable');
  const [first, same] = [incidentOf('1'), incidentOf('1')];
  await show(first);
  await show(same);
  expect(context.incident).toBe(first);
  const worse = { ...(first as object), severity: 'critical' } as never;
  await show(worse);
  expect(context.incident).toBe(worse);
});
