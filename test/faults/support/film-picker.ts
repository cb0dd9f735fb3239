/** A film for sale, with the price of a rental. */
export interface Film {
  readonly item: string;
  readonly streamtype: string;
  /** In the currency's subunit. */
  readonly amount: number;
}

/** A film that nobody has bought yet. */
export interface FilmForSale {
  readonly film: Film;
  /** The global ID, as addresses of the demo have it. */
  readonly gid: string;
}

interface Listed {
  readonly general: { readonly ID: number; readonly GID: number };
}

interface ItemStateResult {
  readonly general: {
    readonly reason: string;
    readonly offers: readonly { readonly operation: string; readonly amount: number }[];
  };
}

/** A tenant without signatures, used only to read the catalogue. */
const catalogueDomain = 9990;

/**
 * Returns a function that gives another film for sale on each call. A film that one test has bought
 * is not for sale in the next.
 */
export async function createFilmPicker(platform: {
  readonly url: string;
}): Promise<() => Promise<FilmForSale>> {
  const base = `${platform.url}/v3.1/${catalogueDomain}`;
  const ask = async <Result>(
    path: string,
    body: Readonly<Record<string, string>> | undefined,
    session = '',
  ): Promise<Result> => {
    const answer = await fetch(base + path, {
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      headers: session ? { 'x-request-cid': session } : {},
    });
    return ((await answer.json()) as { result: Result }).result;
  };
  const logIn = async (): Promise<string> => {
    const {
      general: { cid },
    } = await ask<{ general: { cid: string } }>('/session/init', {
      nxp_devh: '4:1500496747:178989',
    });
    const ada = { provider: 'manual', username: 'ada', password: 'lovelace' };
    await ask('/session/login', ada, cid);
    return cid;
  };
  const listed = await ask<Listed[]>(
    '/allmedia/all?onlyPay=1&limit=100&selectedStreamtypes=video',
    undefined,
    await logIn(),
  );
  return async () => {
    const cid = await logIn(); // an earlier session may have expired meanwhile
    for (let next = listed.shift(); next; next = listed.shift()) {
      const { ID, GID } = next.general;
      const film = { item: String(ID), streamtype: 'video' };
      const {
        general: { reason, offers },
      } = await ask<ItemStateResult>('/payment/itemstate', film, cid);
      const offer = offers.find(({ operation }) => operation === 'ppv');
      if (reason === 'not-paid' && offer && offer.amount > 0) {
        return { film: { ...film, amount: offer.amount }, gid: String(GID) };
      }
    }
    throw new Error('The catalogue has no more films for sale');
  };
}
