import { isRemembered } from '../session/remember-choice.ts';

/**
 * So long a page gathers what it has to tell: soon enough for figures of the moment, and seldom
 * enough for the network.
 */
const gatherMs = 5000;
/** The platform takes as many at a time. */
const mostEvents = 100;
/** A report that waited longer than that says when its events were. */
const soonMs = 60_000;

/**
 * Tells the platform what viewers see and play: in batches, and what is left when the page is
 * hidden. What does not arrive is lost, since a report that is sent twice counts twice; only
 * offline it waits. A viewer who is not to be remembered is not counted either: nothing is
 * gathered, nothing is sent.
 * @param {any} usher
 * @param {string} [address] where reports go; without one there are none
 */
export function createReporter(
  usher,
  address = document.querySelector('meta[name="usher-report"]')?.content,
) {
  let events = [];
  let token;
  let timer;
  const context = { pageIntegration: 'js', deliveryDomain: location.hostname };
  const sources = new Set();
  const isWanted = () => Boolean(address) && isRemembered();

  const take = () => {
    for (const source of sources) source();
    return events.splice(0, mostEvents);
  };
  const bodyOf = (batch) =>
    JSON.stringify({ reporttoken: token, context, events: batch.map(asSaid) });
  const fetchToken = async () => {
    token = await usher.reportToken();
  };
  const prepare = () => {
    if (isWanted() && !token) fetchToken().catch(() => {});
  };
  const send = async () => {
    timer = undefined;
    if (!isWanted()) events = []; // the viewer has changed their mind
    if (!isWanted() || navigator.onLine === false) return;
    try {
      await fetchToken();
      const batch = take();
      if (batch.length) {
        await fetch(address, {
          method: 'POST',
          body: bodyOf(batch),
          keepalive: true,
          referrerPolicy: 'no-referrer',
        });
      }
    } catch {
      events = []; // a platform that does not listen is not to grow a queue
    }
    if (events.length) plan();
  };
  const plan = () => {
    timer ??= setTimeout(() => void send(), gatherMs);
  };
  const sendLast = () => {
    if (document.visibilityState !== 'hidden' || !token || !isWanted()) return;
    const batch = take();
    if (batch.length) navigator.sendBeacon(address, bodyOf(batch));
  };
  document.addEventListener('visibilitychange', sendLast);
  addEventListener('online', () => events.length && plan());

  return {
    /** Notes an event, to be sent with others: `{ kind, gid }`, and `seconds` of view time. */
    tell(event) {
      if (!isWanted() || events.length >= mostEvents) return;
      events.push({ ...event, atMs: Date.now() });
      prepare();
      plan();
    },
    /** Adds to what all further reports say of where and how. */
    describe: (more) => Object.assign(context, more),
    /** Asks for the token ahead, for what is told as the page is left. */
    prepare,
    /**
     * Calls whenever a report is about to leave, so that what is still being counted goes with it.
     */
    addSource: (source) => sources.add(source),
  };
}

/** An event as it is sent. */
const asSaid = ({ atMs, ...event }) =>
  Date.now() - atMs < soonMs ? event : { ...event, at: Math.floor(atMs / 1000) };
