import { html, render, type TemplateResult } from 'lit/html.js';
import type { SessionState, Usher } from 'usher-runtime';
import { descriptionList } from '../../ui/description-list.ts';
import { createPopoverPanel } from '../../ui/popover-panel.ts';
import { isPlatformReached, onReachChange } from '../../ui/reachability.ts';
import { developerTools } from './developer-tools.ts';
import { createPrivacyControl } from './privacy-control.ts';
import { statusText } from './session-text.ts';

/**
 * Shows `usher.$session` as a button with a dot. A panel has the details, and what the viewer may
 * decide about them.
 */
export function mountSessionChip(container: HTMLElement, usher: Usher): void {
  const { panel, opener } = createPopoverPanel({
    name: 'session',
    label: 'Session',
    className: 'chip',
  });
  const details = document.createElement('div');
  const privacy = createPrivacyControl(usher);
  render(html`${details}${privacy.section}${developerTools(usher, panel)}`, panel);
  const drawDetails = (): void => {
    render(detailsOf(usher.$session.get()), details);
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
    render(face(title), opener);
    // The first time of day that a page formats takes a slow phone 60 ms.
    if (panel.matches(':popover-open')) drawDetails();
  };
  usher.$session.subscribe(draw);
  onReachChange(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);
}

const face = (title: string): TemplateResult =>
  html`<span class="dot"></span
    ><span><span class="visually-hidden">Session: </span>${title}</span>`;

function detailsOf(session: SessionState): TemplateResult {
  const { title, story } = statusText(session.status);
  const { id, late, changedAt } = session;
  const language = document.documentElement.lang;
  return html`<h2>${title}</h2>
    <p>${story}</p>
    ${descriptionList([
      ['Session', id && html`<code data-session-id>${id}</code>`],
      ['Viewer', session.user?.id ?? 'anonymous'],
      ['Language', session.language],
      ['Gateway', session.gateway],
      ['Country', session.geo.geocode],
      ['Since', changedAt ? new Date(changedAt).toLocaleTimeString(language) : ''],
      ['Keepalive', late && `${Math.round(late.byMs / 1000)} s late (${late.why})`],
      ['Last error', session.error?.code],
    ])}`;
}
