/**
 * What is wrong with a value, in words; nothing where it can be taken. Empty values are left open.
 * @param {{ type?: string, maxlength?: number, format?: string }} attribute as the platform
 *   describes it
 * @param {string | boolean} value
 */
export function checkAttribute({ type, maxlength = 0, format = '' }, value) {
  if (typeof value === 'boolean' || !value.trim()) return '';
  if (maxlength > 0 && value.length > maxlength) {
    return `It has ${value.length} characters; ${maxlength} are the most.`;
  }
  if (type === 'integer') return checkInteger(value.trim(), format);
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? '' : 'It must be a day.';
  const pattern = patternOf(format);
  const wrong =
    pattern &&
    (type === 'list' ? value.split(',') : [value])
      .map((part) => part.trim())
      .find((part) => part && !pattern.test(part));
  return wrong ? `“${wrong}” is not of the form that is asked for: ${format}.` : '';
}

function checkInteger(value, format) {
  if (!/^\d+$/.test(value)) return 'It must be a whole number.';
  const range = /^(\d+)-(\d+)$/.exec(format);
  return range && (BigInt(value) < BigInt(range[1]) || BigInt(value) > BigInt(range[2]))
    ? `It must be from ${range[1]} to ${range[2]}.`
    : '';
}

/** A format is a pattern; one that no browser understands checks nothing. */
function patternOf(format) {
  try {
    return format && new RegExp(`^(?:${format})$`, 'u');
  } catch {
    return undefined;
  }
}
