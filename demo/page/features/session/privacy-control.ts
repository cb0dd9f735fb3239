import { el } from '../../ui/dom.ts';
import { wordsFor } from '../../ui/error-text.ts';
import { forgetKept } from './site-storage.ts';
import { isRemembered, noteRemember } from './remember-choice.ts';

/** A payment that is not settled stays, and goes on when its viewer is back. */
function forgottenWords({ open }) {
  const numbers = open.map(({ transactionID }) => transactionID).filter(Boolean);
  return `Forgotten. You are a stranger here now.${numbers.length ? ` A payment is still open: note its number, ${numbers.join(', ')}. It goes on when you log in again.` : ''}`;
}

/** Lets the viewer say whether this device remembers them, and makes it forget. */
export function createPrivacyControl(usher) {
  const remember = el('input', {
    type: 'checkbox',
    role: 'switch',
    id: 'privacy-remember',
    'aria-describedby': 'privacy-story',
  });
  const forget = el('button', { type: 'button', class: 'button', 'data-forget': '' }, 'Forget me');
  const story = el('p', { id: 'privacy-story' });
  const said = el('p', { role: 'status', class: 'privacy-said' });

  const draw = () => {
    remember.checked = isRemembered();
    story.textContent = remember.checked
      ? 'The next page knows you, and you stay logged in. What you watch counts in the house’s figures.'
      : 'Each page begins anew: a login ends with the page. What you watch is not counted.';
  };
  const during = async (control, act, wordsOf) => {
    control.disabled = true;
    said.textContent = 'One moment …';
    try {
      said.textContent = wordsOf(await act());
    } catch (error) {
      said.textContent = wordsFor(error);
    }
    control.disabled = false;
    control.focus(); // what is disabled loses it
    draw();
  };
  remember.addEventListener('change', () => {
    const { checked } = remember;
    if (!checked) forgetKept();
    noteRemember(checked);
    void during(
      remember,
      () => usher.setPersistence(checked ? 'device' : 'none'),
      () => (checked ? 'From now on.' : 'Nothing of you is kept on this device any more.'),
    );
  });
  forget.addEventListener(
    'click',
    () =>
      void during(
        forget,
        async () => {
          forgetKept();
          return usher.forget();
        },
        forgottenWords,
      ),
  );
  draw();
  return {
    section: el(
      'section',
      { class: 'privacy', 'aria-labelledby': 'privacy-title' },
      el('h3', { id: 'privacy-title' }, 'Privacy'),
      el('label', { class: 'switch', for: remember.id }, 'Remember me on this device', remember),
      story,
      forget,
      said,
    ),
    /** Another tab may have chosen meanwhile. */
    refresh() {
      said.textContent = '';
      draw();
    },
  };
}
