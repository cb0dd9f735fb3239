/** The values of `.env`, which webpack puts in. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
