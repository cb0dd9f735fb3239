import { createElement } from '../browser/create-element.ts';
import { refuseScripts } from '../browser/refuse-scripts.ts';
import { slowMs, type Faults } from './faults.ts';
import type { View } from './view.ts';

/** Switches on and off what a developer wants to see the page survive. */
export function createFaultsView(faults: Faults): View {
  const outcome = createElement('p', { role: 'status' });
  const show = (text: string): void => {
    outcome.textContent = text;
  };
  const rows = [
    createSwitch('Offline', 'Requests to the platform fail.', faults.setOffline),
    createSwitch('Slow', `Each answer is ${slowMs / 1000} s late.`, faults.setSlow),
    createAction('Lose the next answer', 'The platform gets the request.', () => {
      faults.loseAnswer();
      show('The next answer will be lost.');
    }),
    createAction('Lose the session', 'The platform does not know it any more.', () => {
      const hasSession = faults.loseSession();
      show(hasSession ? 'The next request will lose the session.' : 'There is no session to lose.');
    }),
    createAction('Refuse scripts', 'Code that is not loaded yet is lost, until a reload.', () => {
      refuseScripts();
      show('No further script is loaded until the page is reloaded.');
    }),
  ];
  return {
    title: 'Faults',
    root: createElement(
      'div',
      { class: 'faults' },
      createElement(
        'p',
        {},
        'These faults are for this page only. They end when the inspector is closed.',
      ),
      ...rows,
      outcome,
    ),
    draw() {}, // nothing changes by itself
  };
}

function createSwitch(name: string, text: string, set: (isOn: boolean) => void): HTMLElement {
  const input = createElement('input', { type: 'checkbox' });
  input.addEventListener('change', () => set(input.checked));
  const label = createElement('label', {}, input, name);
  return createElement('div', { class: 'bar' }, label, createElement('p', {}, text));
}

function createAction(name: string, text: string, act: () => void): HTMLElement {
  const button = createElement('button', { type: 'button' }, name);
  button.addEventListener('click', act);
  return createElement('div', { class: 'bar' }, button, createElement('p', {}, text));
}
