import type { EditableAttribute } from 'usher-runtime';

/** What is wrong with a value, in words; empty where it can be taken. Empty values are fine. */
export function checkAttribute(
  { type, maxlength = 0, format = '' }: EditableAttribute,
  value: string | boolean,
): string {
  if (typeof value === 'boolean' || !value.trim()) return '';
  if (maxlength > 0 && value.length > maxlength) {
    return `It has ${value.length} characters; ${maxlength} are the most.`;
  }
  if (type === 'integer') return checkInteger(value.trim(), format);
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? '' : 'It must be a day.';
  const pattern = patternOf(format);
  const wrong = (type === 'list' ? value.split(',') : [value])
    .map((part) => part.trim())
    .find((part) => part && pattern && !pattern.test(part));
  return wrong ? `“${wrong}” is not of the form that is asked for: ${format}.` : '';
}

function checkInteger(value: string, format: string): string {
  if (!/^\d+$/.test(value)) return 'It must be a whole number.';
  const [, least, most] = /^(\d+)-(\d+)$/.exec(format) ?? [];
  if (least === undefined || most === undefined) return '';
  return BigInt(value) < BigInt(least) || BigInt(value) > BigInt(most)
    ? `It must be from ${least} to ${most}.`
    : '';
}

/** A format is a pattern; one that no browser understands checks nothing. */
function patternOf(format: string): RegExp | undefined {
  try {
    return format ? new RegExp(`^(?:${format})$`, 'u') : undefined;
  } catch {
    return undefined;
  }
}
