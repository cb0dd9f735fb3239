import type { PlatformFields, WireFlag } from './wire.ts';

/** One entry of a list of the platform. */
export interface SystemEntry {
  readonly title: string;
  /** For example `de`. Absent when the list uses IDs. */
  readonly code?: string;
  /** With every digit. Absent when the list uses codes. */
  readonly ID?: string;
  /** The entry with all its fields, as the platform sent it. For fields that have no type here. */
  readonly raw?: PlatformFields;
}

/** The rules for the values of an attribute, as the platform sends them. */
export interface EditableAttribute {
  readonly type?: string;
  /** The largest number of characters. */
  readonly maxlength?: number;
  readonly format?: string;
  readonly hint?: string;
  readonly allowedInUGC?: WireFlag;
}

/** The rules by the names of the attributes. */
export type EditableAttributes = Readonly<Record<string, EditableAttribute>>;
