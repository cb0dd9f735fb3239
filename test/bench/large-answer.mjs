/**
 * An answer of statistics with so many entries, in the order of a ranking that no object would
 * keep: 16 bytes an entry.
 */
export function largeAnswer(entries) {
  const members = Array.from(
    { length: entries },
    (_, index) => `"${1_000_000 + ((index * 7919) % entries)}":${entries - index}`,
  );
  return `{"metadata":{"status":200,"apiversion":"3.1","verb":"GET"},"result":{${members.join()}}}`;
}
