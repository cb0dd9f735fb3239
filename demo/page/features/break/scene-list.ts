import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { readError } from '../../ui/read-error.ts';
import { isRemembered } from '../session/remember-choice.ts';
import { scenes, type Scene } from './scenes.ts';
import type { Stage } from './stage.ts';

/** A button for each scene, with what it does, what should happen, and what came of it. */
export function createSceneList(list: HTMLElement, stage: Stage): void {
  const cards = scenes.map((scene) => createCard(scene, () => void run(scene)));
  const disable = (isDisabled: boolean): void => {
    for (const { button } of cards) button.disabled = isDisabled;
  };
  const run = async (scene: Scene): Promise<void> => {
    const card = cards[scenes.indexOf(scene)]!; // made of the same list
    disable(true);
    card.show('running', 'A film is rented, and paid in the other tab …');
    try {
      card.show('ok', await play(scene, stage));
    } catch (error) {
      card.show('broken', problemOf(error));
    }
    disable(false);
    card.button.focus(); // a disabled control loses it
  };
  list.append(...cards.map(({ element }) => element));
}

/** Plays a scene for the buyer. The other tab is a new one afterwards. */
async function play(scene: Scene, stage: Stage): Promise<string> {
  if (!isRemembered()) {
    throw new Error('Two tabs share nothing while this device does not remember you.');
  }
  await stage.logIn('buyer');
  await stage.openTab();
  try {
    return await scene.run(stage);
  } finally {
    await stage.logIn('buyer');
    await stage.openTab();
  }
}

/** An error of the runtime has a code. Others are of this page, and say it themselves. */
function problemOf(error: unknown): string {
  const isOfRuntime = readError(error).code !== undefined;
  return error instanceof Error && !isOfRuntime ? error.message : errorText(error);
}

type Outcome = 'running' | 'ok' | 'broken';

interface Card {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly show: (outcome: Outcome, text: string) => void;
}

function createCard({ id, name, done, expected, observed }: Scene, onclick: () => void): Card {
  const result = el('p', { class: 'scene-result', role: 'status', 'data-result': '' });
  const button = el('button', { type: 'button', class: 'button', onclick }, name);
  const element = el(
    'li',
    { class: 'scene', 'data-scene': id },
    el('div', { class: 'scene-head' }, button),
    el('p', {}, done),
    el('p', {}, el('strong', {}, 'What should happen: '), expected),
    el('p', { class: 'soft' }, el('strong', {}, 'How you see it: '), observed),
    result,
  );
  return {
    element,
    button,
    show(outcome, text) {
      result.dataset['result'] = outcome;
      result.textContent = text;
    },
  };
}
