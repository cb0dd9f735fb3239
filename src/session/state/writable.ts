/**
 * The members of a part of a session, for the one file that changes them. To all other files they
 * are `readonly`, so that a change has a name and a place.
 */
export type Writable<Part> = { -readonly [Name in keyof Part]: Part[Name] };
