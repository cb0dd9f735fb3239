/** An error that the page's own code throws on purpose: a listener, or a provider's reader. */
export class ThrownByPage extends Error {}
