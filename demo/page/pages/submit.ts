import { el } from '../ui/dom.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { mountHeader } from '../features/header/header.ts';
import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { isRemembered } from '../features/session/remember-choice.ts';
import { usherOfTag } from '../features/session/script-tag-runtime.ts';
import { createDraft } from '../features/submit/draft.ts';
import { createPreview } from '../features/submit/preview.ts';
import { showProblems } from '../features/submit/problems.ts';
import { createSubmitForm, streamtypes } from '../features/submit/submit-form.ts';

/** The platform's lists that every draft chooses from. */
const listNames = [
  'videogenres',
  'audiogenres',
  'languagecodes',
  'countrycodes',
  'persontypes',
  'videocontenttypes',
  'imagecontenttypes',
  'videoplatformcategories',
  'socialplatformcategories',
  'streamingdevicecategories',
];

const form = document.querySelector('[data-submit]');
const [kind, place, problems, preview, kept] = [
  'kind',
  'fields',
  'problems',
  'preview',
  'kept',
].map((name) => document.querySelector(`[data-submit-${name}]`));
const draft = createDraft(() => {
  kept.textContent = isRemembered() ? 'Kept on this device.' : 'Kept until this tab is closed.';
});
let fields = [];
let lists;

(window.usher = window.usher || []).push(function (usher) {
  mountHeader(usher);
  mountPurchaseNotices(usher);
});

void fill();

/** Asks for what the platform lets be said of the kind that is chosen. */
async function fill() {
  kind.replaceChildren(
    ...streamtypes.map(({ code, title }) =>
      el('option', { value: code, selected: code === draft.values.streamtype }, title),
    ),
  );
  form.setAttribute('aria-busy', 'true');
  const { streamtype } = draft.values;
  try {
    const system = await (await usherOfTag).system();
    const [attributes, restrictions, ...answers] = await Promise.all([
      system.editableattributesfor({ streamtype }),
      system.editablerestrictionsfor({ streamtype }),
      ...listNames.map((name) => system[name]()),
    ]);
    if (streamtype !== draft.values.streamtype) return;
    lists = Object.fromEntries(listNames.map((name, index) => [name, answers[index]]));
    const made = createSubmitForm({ lists, attributes, restrictions, draft, system });
    fields = made.fields;
    place.replaceChildren(made.element);
    form.querySelector('[data-submit-actions]').hidden = false;
  } catch (error) {
    place.replaceChildren(createFailureNotice('The form did not load', error, () => void fill()));
  }
  form.removeAttribute('aria-busy');
}

kind.addEventListener('change', () => {
  draft.set('streamtype', kind.value);
  preview.replaceChildren();
  void fill();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const wrong = fields
    .map((field) => ({ field, words: field.check() }))
    .filter(({ words }) => words);
  showProblems(problems, wrong);
  preview.replaceChildren();
  if (wrong.length) return;
  draft.keep();
  preview.append(createPreview({ values: draft.values, lists, fields }));
  preview.querySelector('h2').focus();
});

document.querySelector('[data-submit-clear]').addEventListener('click', ({ target }) => {
  const before = draft.replace();
  problems.replaceChildren();
  preview.replaceChildren();
  void fill();
  const undo = el(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        draft.replace(before);
        void fill();
        target.focus();
      },
    },
    'Bring it back',
  );
  kept.replaceChildren('The draft is gone. ', undo);
  undo.focus();
});
