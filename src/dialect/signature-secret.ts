/**
 * Returns the secret with which a page signs its calls: the token of init, cut at both ends. The
 * first digit of the device hash is the number of characters cut at the start, the last digit that
 * at the end.
 */
export function signatureSecret(domainToken: string, deviceHash: string): string {
  return domainToken.slice(
    Number(deviceHash[0]),
    domainToken.length - Number(deviceHash.slice(-1)),
  );
}
