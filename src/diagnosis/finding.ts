import type { DiagnosticResult } from './diagnosis.ts';

type Finding = (name: DiagnosticResult['name'], detail: string) => DiagnosticResult;

export const fine: Finding = (name, detail) => ({ name, ok: true, detail });

export const problem: Finding = (name, detail) => ({ name, ok: false, detail });
