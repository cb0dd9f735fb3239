import { documented, endpoints } from '../fixtures/contract/documented.ts';
import type { Answered } from '../fixtures/platform/client.ts';
import { stableAnswer, type AnswerExample } from './stable-answer.ts';

export interface Recording {
  readonly add: (id: string, answered: Answered) => void;
  /** The last answer of each endpoint, in the order of the document. */
  readonly examples: () => Readonly<Record<string, AnswerExample>>;
}

const random = 'allmedia/random';

/** Records an example of each endpoint's answer. */
export function recordAnswers(): Recording {
  const recorded = new Map<string, AnswerExample>();
  return {
    add(id, answered) {
      const endpoint = endpoints.find((each) => each.id === id)!;
      recorded.set(id, stableAnswer(answered, documented(endpoint).result));
    },
    examples() {
      const examples = Object.fromEntries(
        endpoints.map(({ id }): [string, AnswerExample] => [id, recorded.get(id)!]),
      );
      // Its items are others each time: the example shows one that stays.
      examples[random] = {
        ...examples[random]!,
        result: examples['allmedia/latest']!.result,
      };
      return examples;
    },
  };
}
