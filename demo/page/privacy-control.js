import { el } from './dom.js';
import { wordsFor } from './error-words.js';
import { isRemembered, noteRemember } from './remember.js';

/** Lets the viewer say whether this device remembers them, and makes it forget. */
export function createPrivacyControl(usher) {
  const remember = el('input', { type: 'checkbox', role: 'switch', id: 'privacy-remember', 'aria-describedby': 'privacy-story' });
  const forget = el('button', { type: 'button', class: 'button', 'data-forget': '' }, 'Forget me');
  const story = el('p', { id: 'privacy-story' });
  const said = el('p', { role: 'status', class: 'privacy-said' });

  const draw = () => {
    remember.checked = isRemembered();
    story.textContent = remember.checked
      ? 'The next page knows you, and you stay logged in.'
      : 'Each page begins anew: a login ends with the page.';
  };
  const during = async (control, act, done) => {
    control.disabled = true;
    said.textContent = 'One moment …';
    try {
      await act();
      said.textContent = done;
    } catch (error) {
      said.textContent = wordsFor(error);
    }
    control.disabled = false;
    control.focus(); // what is disabled loses it
    draw();
  };
  remember.addEventListener('change', () => {
    const { checked } = remember;
    noteRemember(checked);
    void during(remember, () => usher.setPersistence(checked ? 'device' : 'none'), checked ? 'From now on.' : 'Nothing of you is kept on this device any more.');
  });
  forget.addEventListener('click', () => void during(forget, () => usher.forget(), 'Forgotten. You are a stranger here now.'));
  draw();
  return {
    section: el('section', { class: 'privacy', 'aria-labelledby': 'privacy-title' },
      el('h3', { id: 'privacy-title' }, 'Privacy'),
      el('label', { class: 'switch', for: remember.id }, 'Remember me on this device', remember),
      story, forget, said),
    /** Another tab may have chosen meanwhile. */
    refresh() {
      said.textContent = '';
      draw();
    },
  };
}
