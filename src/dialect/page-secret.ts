/**
 * The secret that a page signs its calls with: the token of init's answer, less as many characters
 * from its start as the first digit of the device hash says, and from its end as the last one says.
 */
export function pageSecret(domainToken: string, deviceHash: string): string {
  return domainToken.slice(
    Number(deviceHash[0]),
    domainToken.length - Number(deviceHash.slice(-1)),
  );
}
