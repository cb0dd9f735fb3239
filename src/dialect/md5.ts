/** Rotations of each of the four rounds (RFC 1321, 3.4). */
const rotations = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]] as const;

/** Lower-case hex MD5 of a text in UTF-8. The platform signs with it; it protects nothing else. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = new Uint32Array(((bytes.length + 72) >>> 6) << 4);
  bytes.forEach((byte, index) => (words[index >> 2]! |= byte << ((index & 3) << 3)));
  words[bytes.length >> 2]! |= 0x80 << ((bytes.length & 3) << 3);
  words[words.length - 2] = bytes.length << 3;
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let start = 0; start < words.length; start += 16) digestBlock(state, words.subarray(start, start + 16));
  return Array.from(new Uint8Array(new Uint32Array(state).buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function digestBlock(state: number[], block: Uint32Array): void {
  let [a, b, c, d] = state as [number, number, number, number];
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (b & d) | (c & ~d) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
    const index = [step, 5 * step + 1, 3 * step + 5, 7 * step][round]! & 15;
    const sum = (a + mixed + block[index]! + Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32)) | 0;
    const rotation = rotations[round]![step & 3]!;
    [a, d, c, b] = [d, c, b, (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0];
  }
  [a, b, c, d].forEach((word, index) => (state[index] = (state[index]! + word) | 0));
}
