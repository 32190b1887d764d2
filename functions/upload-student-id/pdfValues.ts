import { Unreadable } from "./unreadable.ts";

/** The values of a PDF (ISO 32000-1, 7.3). Text is Latin-1: one character for each byte. */

export class Name {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export class Ref {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** A number, string, boolean or null, as it is written. */
export class Plain {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export class Stream {
  readonly dict: Dict;
  readonly data: Uint8Array;
  constructor(dict: Dict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}
export type Dict = Map<string, Value>;
export type Value = Name | Ref | Plain | Stream | Dict | Value[];

export function filtersOf(dict: Dict): string[] {
  const filter = dict.get("Filter") ?? [];
  return (Array.isArray(filter) ? filter : [filter]).map((each) => {
    const name = nameOf(each);
    if (name === null) throw new Unreadable("unknown coding");
    return name;
  });
}

export function nameOf(value: Value | undefined): string | null {
  return value instanceof Name ? value.value : null;
}

/** Longer than any real number. A file may refer to one number any number of times, and each reading takes as long as it. */
const MAX_DIGITS = 100;

export function numberOf(value: Value | undefined): number | null {
  const isNumber = value instanceof Plain && value.text !== "" && value.text.length <= MAX_DIGITS;
  const number = isNumber ? Number(value.text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
