import { el } from '../../ui/dom.ts';

/**
 * What keeps a draft from being shown, each with the way to its field; the first is where the
 * viewer goes on.
 */
export function showProblems(place, problems) {
  if (!problems.length) return place.replaceChildren();
  const goTo = (input) => (event) => {
    event.preventDefault();
    const fold = input.closest('details');
    if (fold) fold.open = true;
    input.focus();
  };
  place.replaceChildren(
    el(
      'div',
      { class: 'notice problems', role: 'alert' },
      el(
        'h2',
        { tabindex: '-1' },
        problems.length === 1
          ? 'One thing is not right yet'
          : `${problems.length} things are not right yet`,
      ),
      el(
        'ul',
        {},
        ...problems.map(({ field: { label, input }, words }) =>
          el(
            'li',
            {},
            el('a', { href: `#${input.id}`, onclick: goTo(input) }, label),
            `: ${words}`,
          ),
        ),
      ),
    ),
  );
  return place.querySelector('h2').focus();
}
