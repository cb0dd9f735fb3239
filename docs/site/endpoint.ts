/** A field of an endpoint, as its page shows it and asks for it. */
export interface EndpointField {
  readonly name: string;
  /** Where the field travels. `segment`: one more segment of the path, without a name. */
  readonly place: 'path' | 'segment' | 'query' | 'body';
  /** As `integer`, `ID`, `two-letter code`. */
  readonly kind: string;
  readonly isRequired: boolean;
  /** What the field takes, in short sentences. Empty where the kind says it all. */
  readonly allowed: string;
  /** The only values that the field takes. */
  readonly choices?: readonly string[];
  /** Values that are known; others are taken too. */
  readonly suggestions?: readonly string[];
  readonly meaning: string;
}

/** An endpoint of the platform, as its page shows it. */
export interface Endpoint {
  /** As `session/init`. */
  readonly id: string;
  readonly area: string;
  readonly method: string;
  /** As `/allmedia/byid/{item}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly needsSession: boolean;
  readonly fields: readonly EndpointField[];
}
