/** The rotations of the four rounds (RFC 1321, 3.4). */
const rotations = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/**
 * Returns the lower-case hex MD5 of a text in UTF-8. The platform's signatures use it. It protects
 * nothing else.
 */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const { length } = bytes;
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, index) => (words[index >> 2]! |= byte << (index * 8)));
  words[length >> 2]! |= 0x80 << (length * 8);
  words[words.length - 2] = length * 8;
  const [first, second] = [0x67452301, 0xefcdab89];
  const state = new Int32Array([first, second, ~first, ~second]);
  for (let start = 0; start < words.length; start += 16) {
    digestBlock(state, words.subarray(start, start + 16));
  }
  return Array.from(new Uint8Array(state.buffer), (byte) =>
    (byte + 256).toString(16).slice(1),
  ).join('');
}

function digestBlock(state: Int32Array, block: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const mixed = [(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)][round]!;
    const index = [step, 5 * step + 1, 3 * step + 5, 7 * step][round]! & 15;
    const sum = (a + mixed + block[index]! + ((Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0)) | 0;
    const rotation = rotations[round * 4 + (step & 3)]!;
    [a, d, c, b] = [d, c, b, b + ((sum << rotation) | (sum >>> (32 - rotation)))];
  }
  [a, b, c, d].forEach((word, index) => (state[index]! += word));
}
