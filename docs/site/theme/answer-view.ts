import { h, type VNode } from 'vue';
import { formatJson } from './format-json.ts';

/** What a call was answered with. */
export interface CallAnswer {
  readonly url: string;
  /** The HTTP status; 0 where there was no answer, and `text` says why. */
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

/** A longer answer is cut: a browser takes seconds to lay it out. */
const MOST_CHARACTERS = 200_000;

/** The status, the time and the text of an answer. */
export function answerView({ url, status, text, tookMs }: CallAnswer): VNode {
  const isGood = status >= 200 && status < 300;
  const formatted = formatJson(text);
  return h('section', { class: 'try-answer', 'aria-label': 'Answer' }, [
    h('h3', [
      h('span', { class: isGood ? 'is-good' : 'is-bad' }, status || 'No answer'),
      ` in ${Math.round(tookMs)} ms`,
    ]),
    h('p', { class: 'try-note' }, url),
    h('pre', { tabindex: 0 }, formatted.slice(0, MOST_CHARACTERS)),
    ...(formatted.length > MOST_CHARACTERS
      ? [h('p', { class: 'try-note' }, `Cut after ${MOST_CHARACTERS} characters.`)]
      : []),
  ]);
}
