/** A tenant, as stored. */
export interface Domain {
  readonly id: string;
  readonly title: string;
  readonly secret: string;
  readonly signed: boolean;
  readonly player_only: boolean;
  /** Where its viewers are when nothing better is known. */
  readonly country: string;
  readonly language: string;
  /** In which its days begin, where a caller of statistics names no other. */
  readonly timezone: string;
}

/** The domain of an address that names none. */
export const defaultDomain = '741';

/** In the list of domains that an item is for: all that tests make. No domain has this ID. */
export const testDomains = '0';

/** What a list of domains names a domain by: its ID, and for those that tests make their group. */
export function namesOfDomain(id: string): readonly string[] {
  return isTestDomain(id) ? [id, testDomains] : [id];
}

export interface DomainKind {
  readonly title: string;
  readonly signed: boolean;
  readonly playerOnly: boolean;
}

/** The domains that are there from the start. */
const seeded: Readonly<Record<string, DomainKind>> = {
  741: { title: 'Usher Demo', signed: true, playerOnly: false },
  742: { title: 'Player Only', signed: true, playerOnly: true },
  743: { title: 'Unsigned', signed: false, playerOnly: false },
};

/** A domain that is there from the start. */
export interface SeededDomain extends DomainKind {
  readonly id: string;
}

/** The domains of one platform. */
export interface Domains {
  /** The domain of an address that names none. */
  readonly defaultId: string;
  readonly seededIds: readonly string[];
  /** `undefined` where there is no such domain. */
  kindOf(id: string): DomainKind | undefined;
}

/**
 * The domains of a platform: those given in place of the seeded ones, and 9000 to 9999. Each of
 * these is made when first asked for, so that whoever tests can have one of their own. 9800 to 9899
 * are player-only, 9900 to 9999 check no signatures.
 *
 * @param given the first one is the default domain
 */
export function createDomains(given: readonly SeededDomain[] = []): Domains {
  const kinds = new Map<string, DomainKind>(
    given.length ? given.map((domain) => [domain.id, domain]) : Object.entries(seeded),
  );
  const [first = defaultDomain] = kinds.keys();
  return {
    defaultId: first,
    seededIds: [...kinds.keys()],
    kindOf(id) {
      const kind = kinds.get(id);
      if (kind || !isTestDomain(id)) return kind;
      return {
        title: `Tenant ${id}`,
        signed: id < '9900',
        playerOnly: id >= '9800' && id < '9900',
      };
    },
  };
}

function isTestDomain(id: string): boolean {
  return /^9\d{3}$/.test(id);
}

/**
 * Whether a domain's logins have a second factor, for which they name the host of their page: 9790
 * to 9799.
 */
export function hasSecondFactor(id: string): boolean {
  return /^979\d$/.test(id);
}
