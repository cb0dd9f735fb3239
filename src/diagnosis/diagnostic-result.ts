/** The result of one check. */
export interface DiagnosticResult {
  readonly name:
    | 'storage'
    | 'database'
    | 'partition'
    | 'clock'
    | 'locks'
    | 'platform'
    | 'calls'
    | 'items'
    | 'purchases'
    | 'chunks'
    | 'copies'
    | 'answers'
    | 'keepalive';
  /** Nothing has to be done. */
  readonly ok: boolean;
  /** A description of the result. If it is not ok, also what helps. */
  readonly detail: string;
}

type Finding = (name: DiagnosticResult['name'], detail: string) => DiagnosticResult;

export const fine: Finding = (name, detail) => ({ name, ok: true, detail });

export const faulty: Finding = (name, detail) => ({ name, ok: false, detail });
