import { mountPurchaseNotices } from '../features/checkout/purchase-notices.ts';
import { mountHeader } from '../features/header/header.ts';
import { isRemembered } from '../features/session/remember-choice.ts';
import { onUsher, usherOfTag } from '../features/session/script-tag-runtime.ts';
import { createDraft } from '../features/submit/draft.ts';
import type { Field } from '../features/submit/field.ts';
import { createPreview } from '../features/submit/preview.ts';
import { showProblems } from '../features/submit/problems.ts';
import { createSubmitForm, streamtypes } from '../features/submit/submit-form.ts';
import { fetchSubmitLists, type SubmitLists } from '../features/submit/submit-lists.ts';
import { el } from '../ui/dom.ts';
import { createFailureNotice } from '../ui/failure-notice.ts';
import { getElement, getElementOf } from '../ui/get-element.ts';

const form = getElement('[data-submit]');
const kind = getElementOf(HTMLSelectElement, '[data-submit-kind]');
const container = getElement('[data-submit-fields]');
const problems = getElement('[data-submit-problems]');
const preview = getElement('[data-submit-preview]');
const status = getElement('[data-submit-kept]');
const clear = getElement('[data-submit-clear]');

const draft = createDraft(() => {
  status.textContent = isRemembered() ? 'Kept on this device.' : 'Kept until this tab is closed.';
});
let fields: readonly Field[] = [];
let lists: SubmitLists | undefined;

onUsher((usher) => {
  mountHeader(usher);
  mountPurchaseNotices(usher);
});

void fill();

/** Asks for the attributes of the kind that is chosen, and makes the form of them. */
async function fill(): Promise<void> {
  const { streamtype } = draft.get();
  kind.replaceChildren(
    ...streamtypes.map(({ code, title }) =>
      el('option', { value: code, selected: code === streamtype }, title),
    ),
  );
  form.setAttribute('aria-busy', 'true');
  try {
    const system = await (await usherOfTag).system();
    const [attributes, restrictions, fetchedLists] = await Promise.all([
      system.editableattributesfor({ streamtype }),
      system.editablerestrictionsfor({ streamtype }),
      fetchSubmitLists(system),
    ]);
    if (streamtype !== draft.get().streamtype) return;
    lists = fetchedLists;
    const made = createSubmitForm({ lists, attributes, restrictions, draft, system });
    fields = made.fields;
    container.replaceChildren(made.element);
    getElement('[data-submit-actions]').hidden = false;
  } catch (error) {
    container.replaceChildren(
      createFailureNotice('The form did not load', error, () => void fill()),
    );
  }
  form.removeAttribute('aria-busy');
}

kind.addEventListener('change', () => {
  draft.change({ streamtype: kind.value });
  preview.replaceChildren();
  void fill();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const wrong = fields.map((field) => ({ field, text: field.check() })).filter(({ text }) => text);
  showProblems(problems, wrong);
  preview.replaceChildren();
  if (wrong.length || !lists) return;
  draft.store();
  preview.append(createPreview(draft.get(), lists, fields));
  getElement('h2', preview).focus();
});

clear.addEventListener('click', () => {
  const before = draft.replace();
  problems.replaceChildren();
  preview.replaceChildren();
  void fill();
  const undo = el('button', { type: 'button', class: 'button' }, 'Bring it back');
  undo.addEventListener('click', () => {
    draft.replace(before);
    void fill();
    clear.focus();
  });
  status.replaceChildren('The draft is gone. ', undo);
  undo.focus();
});
