import type { MediaPage } from '../data/allmedia/media-page.ts';
import type { Answer } from '../dialect/envelope.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { FakeAnswers } from './fake-options.ts';

/** Returns the answer of an endpoint with these values. */
export type AnswerCall = (id: string, values: object) => Promise<Answer>;

/** An answer of the platform with this result. */
export const answerOf = (result: unknown): Answer => ({ status: 200, result, metadata: {} });

/** Whether the option has an answer of this endpoint. */
export const hasAnswer = (answers: FakeAnswers, id: string): boolean =>
  Object.prototype.hasOwnProperty.call(answers, id);

/**
 * The answer that the option has for an endpoint.
 * @throws {UsherError} `unsupported`, without one; `not-found`, for an item that is `null`.
 */
export async function givenAnswer(
  answers: FakeAnswers,
  id: string,
  values: object,
): Promise<Answer> {
  if (!hasAnswer(answers, id)) {
    throw new UsherError(
      'unsupported',
      `${id}: the fake has no answer. Give one with the option answers: { '${id}': … }`,
    );
  }
  const given: unknown = answers[id as keyof FakeAnswers];
  const data: unknown =
    typeof given === 'function' ? await (given as (values: object) => unknown)(values) : given;
  if (id === 'allmedia/byglobalid') {
    if (data === null) throw new NotFoundError(id);
    return answerOf(data);
  }
  // The pages of lists come as the platform sends them: the items, and the paging beside them.
  const { items, paging } = Object(data) as Partial<MediaPage>;
  return id.startsWith('allmedia/') && items ? { ...answerOf(items), paging } : answerOf(data);
}
