import { isUsherError } from '../../errors/is-usher-error.ts';

/** The longest hint from an error of the page's own code. */
const maxCharacters = 120;
/** A word that may be a token, a card number or an address: very long, or with many digits. */
const secretLike = /\S*\d(?:[ -]?\d){7,}\S*|\S{25,}|\S*[=@]\S*|\S*:\/\/\S*/g;

/**
 * A short text about an error of the page's own code, for a purchase's error. The journal keeps it,
 * so it must not contain secrets.
 */
export function shortHint(error: unknown): string | undefined {
  if (isUsherError(error)) return error.hint;
  const { name, code, message } = Object(error) as {
    name?: unknown;
    code?: unknown;
    message?: unknown;
  };
  const words = [
    name === 'Error' ? undefined : name,
    code,
    typeof error === 'string' ? error : message,
  ];
  const given = words
    .filter((word): word is string => typeof word === 'string' && word !== '')
    .join(': ');
  return (
    given
      .slice(0, 2 * maxCharacters)
      .replace(secretLike, '…')
      .replace(/\s+/g, ' ')
      .slice(0, maxCharacters) || undefined
  );
}
