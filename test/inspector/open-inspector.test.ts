import { expect } from 'chai';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import type { FakeUsher } from '../../src/testing/fake-usher.ts';
import { rejection } from '../fixtures/session/waiting.ts';

const film = { item: 7, streamtype: 'video' };

const hosts = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-usher-inspector]'),
];
const within = <E extends HTMLElement>(selector: string): E[] => [
  ...hosts()[0]!.shadowRoot!.querySelectorAll<E>(selector),
];
const choose = (title: string): void =>
  within('[role=tab]')
    .find(({ textContent }) => textContent === title)!
    .click();
const shown = (): string =>
  within('[role=tabpanel]')
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent)
    .join('\n');

/** Resolves when the chosen view shows a text. A test that waits in vain runs into its timeout. */
async function untilShown(pattern: RegExp): Promise<void> {
  while (!pattern.test(shown())) await new Promise(requestAnimationFrame);
}

describe('the inspector', () => {
  let usher: FakeUsher;

  beforeEach(() => {
    usher = createFakeUsher({ items: { '7/video': 'denied' } });
  });

  afterEach(() => {
    usher.dispose();
    for (const host of hosts()) host.remove();
  });

  it('shows a session, items and events as they change', async () => {
    await usher.inspect();
    await usher.start();
    await untilShown(/Status.*ready/);
    choose('Items');
    expect(shown()).to.match(/asked for no item/);
    await usher.item(film).check();
    await untilShown(/video 7.*denied \(not-paid\).*The platform said denied/);
    await usher.grant('7/video');
    await untilShown(/video 7.*granted/);
    choose('Events');
    await untilShown(/item.*video 7: granted/);
  });

  it('links to the documentation only if it has its address', async () => {
    const links = (): (string | null)[] => within('td a').map((link) => link.getAttribute('href'));
    const inspector = await usher.inspect();
    await usher.start();
    choose('Events');
    await untilShown(/session.*ready/);
    expect(links()).to.deep.equal([]);
    inspector.close();

    await usher.inspect({ docs: '/docs' });
    await usher.setUser({ id: '17', name: 'ada' });
    choose('Events');
    await untilShown(/session/);
    expect(new Set(links())).to.deep.equal(new Set(['/docs/stores-and-events.html']));
    const [filter] = within<HTMLInputElement>('[aria-label="Filter the events"]');
    filter!.value = 'session';
    filter!.dispatchEvent(new Event('input'));
    expect(links()).to.not.deep.equal([]);
    choose('Items');
    await usher.item(film).check();
    await untilShown(/video 7.*denied/);
    expect(links()).to.include('/docs/items-and-reasons.html');
  });

  it('refuses an address of the documentation that is no text', async () => {
    const error = await rejection(usher.inspect({ docs: 7 as never }));
    expect(error).to.include({ code: 'input', field: 'docs' });
    expect(hosts()).to.have.length(0);
  });

  it('is one panel, which a second call gives the focus', async () => {
    const first = await usher.inspect();
    choose('Events');
    (document.activeElement as HTMLElement).blur();
    const second = await usher.inspect();
    expect(second).to.equal(first);
    expect(hosts()).to.have.length(1);
    expect(document.activeElement).to.equal(hosts()[0]);
    expect(shown()).to.not.match(/Status/);
  });

  it('closes by Escape, gives the focus back, and opens again', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    await usher.inspect();
    within('[role=tab]')[0]!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
    );
    expect(hosts()).to.deep.equal([]);
    expect(document.activeElement).to.equal(button);
    await usher.inspect();
    expect(hosts()).to.have.length(1);
    button.remove();
  });

  it('takes the focus from no other part of the page when it closes', async () => {
    const [before, after] = [document.createElement('button'), document.createElement('input')];
    document.body.append(before, after);
    before.focus();
    const inspector = await usher.inspect();
    after.focus();
    inspector.close();
    expect(document.activeElement).to.equal(after);
    before.remove();
    after.remove();
  });

  it('moves between its parts by arrow keys, Home and End', async () => {
    await usher.inspect();
    const press = (key: string): void =>
      void hosts()[0]!.shadowRoot!.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    const focused = () => hosts()[0]!.shadowRoot!.activeElement!.textContent;
    press('ArrowLeft');
    expect(focused()).to.equal('Faults');
    press('ArrowRight');
    expect(focused()).to.equal('Session');
    press('End');
    press('Home');
    expect(focused()).to.equal('Session');
    expect(within('[aria-selected=true]')).to.have.length(1);
  });

  it('runs the diagnosis when it is asked to', async () => {
    await usher.start();
    await usher.inspect();
    choose('Diagnosis');
    const [run] = within<HTMLButtonElement>('.bar button');
    run!.focus();
    run!.click();
    expect(run!.getAttribute('aria-disabled')).to.equal('true');
    await untilShown(/All checks are ok/);
    expect(run!.getAttribute('aria-disabled')).to.equal('false');
    expect(hosts()[0]!.shadowRoot!.activeElement).to.equal(run);
  });

  it('closes with its runtime', async () => {
    await usher.start();
    await usher.inspect();
    usher.dispose();
    while (hosts().length > 0) await new Promise(requestAnimationFrame);
    expect(usher.$session.get().status).to.equal('ended');
  });
});
