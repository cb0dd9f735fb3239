import type { PlatformFields, WireFlag } from './wire.ts';

/** One entry of a list of the platform. */
export interface SystemEntry {
  /** The name, for people, for example `German`. */
  readonly title: string;
  /** The code that other calls take, for example `de`. Absent when the list uses IDs. */
  readonly code?: string;
  /** The ID that other calls take, with every digit. Absent when the list uses codes. */
  readonly ID?: string;
  /** The entry with all its fields, as the platform sent it. For fields that have no type here. */
  readonly raw?: PlatformFields;
}

/** The rules for the values of an attribute, as the platform sends them. */
export interface EditableAttribute {
  /** The type of the value, for example `string`. */
  readonly type?: string;
  /** The largest number of characters. */
  readonly maxlength?: number;
  /** How the value is written, for example a date. Empty without a rule. */
  readonly format?: string;
  /** A text for the editor. Empty when there is none. */
  readonly hint?: string;
  /** Whether users may set the attribute of what they upload. */
  readonly allowedInUGC?: WireFlag;
}

/** The rules by the names of the attributes. */
export type EditableAttributes = Readonly<Record<string, EditableAttribute>>;
