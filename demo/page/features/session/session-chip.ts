import type { SessionState, Usher } from 'usher-runtime';
import { createDescriptionList } from '../../ui/description-list.ts';
import { el } from '../../ui/dom.ts';
import { createPopoverPanel } from '../../ui/popover-panel.ts';
import { isPlatformReached, onReachChange } from '../../ui/reachability.ts';
import { createDeveloperTools } from './developer-tools.ts';
import { createPrivacyControl } from './privacy-control.ts';
import { statusText } from './session-text.ts';

/**
 * Shows `usher.$session` as a button with a dot. A panel has the details, and what the viewer may
 * decide about them.
 */
export function mountSessionChip(container: HTMLElement, usher: Usher): void {
  const { panel, opener } = createPopoverPanel({
    id: 'session-panel',
    label: 'Session',
    button: { class: 'chip', 'data-session': '' },
  });
  const details = el('div');
  const privacy = createPrivacyControl(usher);
  panel.append(details, privacy.section, createDeveloperTools(usher, panel));
  const drawDetails = (): void => {
    details.replaceChildren(...createDetails(usher.$session.get()));
  };
  panel.addEventListener('beforetoggle', privacy.refresh);
  panel.addEventListener('beforetoggle', drawDetails);
  container.append(opener, panel);

  const draw = (): void => {
    const session = usher.$session.get();
    opener.dataset['status'] = session.status;
    opener.toggleAttribute('data-late', Boolean(session.late));
    // A browser knows at once that it is cut off, a part of the page with its own request, a
    // session with its next one.
    const isCutOff = !navigator.onLine || !isPlatformReached();
    opener.toggleAttribute('data-cut-off', isCutOff);
    const { title } = statusText(isCutOff ? 'offline' : session.status);
    opener.replaceChildren(...createFace(title));
    // The first time of day that a page formats takes a slow phone 60 ms.
    if (panel.matches(':popover-open')) drawDetails();
  };
  usher.$session.subscribe(draw);
  onReachChange(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);
}

const createFace = (title: string): readonly HTMLElement[] => [
  el('span', { class: 'dot' }),
  el('span', {}, el('span', { class: 'visually-hidden' }, 'Session: '), title),
];

function createDetails(session: SessionState): HTMLElement[] {
  const { title, story } = statusText(session.status);
  const { id, late, changedAt } = session;
  const language = document.documentElement.lang;
  return [
    el('h2', {}, title),
    el('p', {}, story),
    createDescriptionList([
      ['Session', id && el('code', { 'data-session-id': '' }, id)],
      ['Viewer', session.user?.id ?? 'anonymous'],
      ['Language', session.language],
      ['Gateway', session.gateway],
      ['Country', session.geo.geocode],
      ['Since', changedAt ? new Date(changedAt).toLocaleTimeString(language) : ''],
      ['Keepalive', late && `${Math.round(late.byMs / 1000)} s late (${late.why})`],
      ['Last error', session.error?.code],
    ]),
  ];
}
