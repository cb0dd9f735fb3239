import { html, render } from 'lit/html.js';
import type { System } from 'usher-runtime';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { mountHeader } from '../features/header/header.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { sentValue } from '../features/submit/attribute-field.ts';
import { listOptions, submitForm } from '../features/submit/submit-form.ts';
import { fetchListFields } from '../features/submit/submit-lists.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { getElement, getElementOf } from '../ui/get-element.ts';

const form = getElementOf(HTMLFormElement, '[data-submit]');
const kind = getElementOf(HTMLSelectElement, '[data-submit-kind]');
const fields = getElement('[data-submit-fields]');
const actions = getElement('[data-submit-actions]');
const result = getElement('[data-submit-result]');

onUsher((usher) => {
  mountHeader(usher);
  mountPurchaseNotices(usher);
});

void fill();

/** Asks for the attributes of the chosen kind and for the lists, and shows their fields. */
async function fill(): Promise<void> {
  const streamtype = kind.value;
  form.setAttribute('aria-busy', 'true');
  try {
    const system = await (await usherOfTag).system();
    const [attributes, restrictions, listFields] = await Promise.all([
      system.editableattributesfor({ streamtype }),
      system.editablerestrictionsfor({ streamtype }),
      fetchListFields(system, streamtype),
    ]);
    if (streamtype !== kind.value) return;
    render(submitForm({ attributes, restrictions, listFields }), fields);
    actions.hidden = false;
    void showVoices(system);
  } catch (error) {
    const notice = createFailureNotice('The form did not load', error, () => void fill());
    render(notice, fields);
    actions.hidden = true;
  }
  getElement('[data-submit-ghost]').hidden = true;
  form.removeAttribute('aria-busy');
}

/** The voices that could read it out: those of the chosen language, or of all languages. */
async function showVoices(system: System): Promise<void> {
  const language = chosenLanguage();
  // An error means that the platform has none for that language.
  const voices = await system.ttsvoices(language ? { argument: language } : {}).catch(() => []);
  if (language !== chosenLanguage()) return;
  const none = voices.length ? 'None' : 'No voice speaks it';
  render(listOptions(voices, none), getElement('[data-voices]'));
}

const chosenLanguage = (): string => textOf(new FormData(form).get('language'));

/** A value of a form, which could also be a file. */
const textOf = (value: FormDataEntryValue | null): string =>
  typeof value === 'string' ? value : '';

kind.addEventListener('change', () => void fill());

form.addEventListener('change', ({ target }) => {
  render(null, result);
  if (target instanceof HTMLSelectElement && target.name === 'language') {
    void usherOfTag.then(async (usher) => showVoices(await usher.system()));
  }
});

/** The browser lets only a form through that follows the platform's rules. */
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const entries = [...new FormData(form)].filter(([, value]) => textOf(value).trim());
  render(
    html`<section class="submit-result" aria-labelledby="result-title">
      <h2 id="result-title" tabindex="-1">The platform would take this</h2>
      <p class="list-story">
        These are the names and values of its interface. Nothing has been sent.
      </p>
      <dl>
        ${entries.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${sentValue(name, textOf(value))}</dd>
            </div>`,
        )}
      </dl>
    </section>`,
    result,
  );
  getElement('h2', result).focus();
});
