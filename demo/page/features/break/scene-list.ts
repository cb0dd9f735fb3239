import { html, render, type TemplateResult } from 'lit/html.js';
import { errorText } from '../../ui/error-text.ts';
import { readError } from '../../ui/read-error.ts';
import { isRemembered } from '../session/remember-choice.ts';
import { scenes, type Scene } from './scenes.ts';
import type { Stage } from './stage.ts';

/** What came of a scene. */
interface Result {
  readonly outcome: 'running' | 'ok' | 'broken';
  readonly text: string;
}

/** A button for each scene, with what it does, what should happen, and what came of it. */
export function mountSceneList(list: HTMLElement, stage: Stage): void {
  const results = new Map<Scene, Result>();
  const draw = (isBusy: boolean): void => {
    const cards = scenes.map((scene) =>
      sceneCard(scene, {
        result: results.get(scene),
        isBusy,
        run: ({ currentTarget }) => void run(scene, currentTarget),
      }),
    );
    render(cards, list);
  };
  const run = async (scene: Scene, button: EventTarget | null): Promise<void> => {
    results.set(scene, {
      outcome: 'running',
      text: 'A film is rented, and paid in the other tab …',
    });
    draw(true);
    try {
      results.set(scene, { outcome: 'ok', text: await play(scene, stage) });
    } catch (error) {
      results.set(scene, { outcome: 'broken', text: problemOf(error) });
    }
    draw(false);
    if (button instanceof HTMLElement) button.focus(); // a disabled control loses it
  };
  draw(false);
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

interface CardParts {
  /** `undefined` until the scene has been played. */
  readonly result: Result | undefined;
  /** A scene is being played. */
  readonly isBusy: boolean;
  readonly run: (event: Event) => void;
}

const sceneCard = (
  { id, name, done, expected, observed }: Scene,
  { result, isBusy, run }: CardParts,
): TemplateResult =>
  html`<li class="scene" data-scene=${id}>
    <div class="scene-head">
      <button type="button" class="button" ?disabled=${isBusy} @click=${run}>${name}</button>
    </div>
    <p>${done}</p>
    <p><strong>What should happen: </strong>${expected}</p>
    <p class="soft"><strong>How you see it: </strong>${observed}</p>
    <p class="scene-result" role="status" data-result=${result?.outcome ?? ''}>${result?.text}</p>
  </li>`;
