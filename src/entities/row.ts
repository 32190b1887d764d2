import type * as z from "zod/mini";
import type { LessonId } from "../domain/ids.ts";

/**
 * Synced data consists of rows, which have one shape on the device, in requests and in replies (decision 0082). A row
 * is identified by its kind and key. Two copies of a row can always be joined, so rows may be sent in any order and any
 * number of times.
 */
export type Row<Content extends object = object> = {
  kind: string;
  key: string;
  /** Fields that this version of the app does not know are kept. */
  content: Content;
  /** When the content was written (stamp.ts), for kinds of which the later or the earlier write counts. */
  stamp?: string;
  /** The server's revision of the copy that this device received last, or 0. Never sent. */
  rev: number;
  /** Set while the server may not have this content. It never leaves this device. */
  unsent?: Mark;
};

export type Mark = {
  /** When the row was first written without being sent since: ms since the Unix epoch. */
  since: number;
  /** How often the server has definitely refused this content. Failed requests do not count. */
  tries: number;
  /** The row must not be sent before this time, in ms since the Unix epoch. */
  nextAt: number;
  /** The code of the last refusal, or NOT_THROUGH. */
  error: string | null;
  /** True after too many refusals: the row waits for a newer version of the app, or for the learner. */
  isParked?: boolean;
  /** How often this row failed alone while an empty push got through. Such a row is sent last and alone. */
  isolated?: number;
  /** True if nothing needs the row yet: the place of a learner who is still scrolling. */
  isHeld?: boolean;
};

/** A content with the stamp of its row. */
export type Stamped<Content> = Content & { stamp: string };

/** A row in a message. */
export type SentRow = Pick<Row, "kind" | "key" | "content" | "stamp">;

/** Which copy has the higher revision. Attempts and capstones take from it the fields that only the server writes. */
export type Newer = "mine" | "theirs";

/**
 * How two copies are joined: the content with the later or the earlier stamp, but of some fields the greatest
 * number or text, or the least text; or a function, for rows without a stamp. Commutative, associative and idempotent.
 */
type Join<Content> =
  | { keeps: "latest" | "first"; greatest?: readonly (keyof Content)[]; least?: readonly (keyof Content)[] }
  | ((mine: Content, theirs: Content, newer: Newer) => Content);

/** The earliest times at which a learner can have completed a lesson, according to the server: ISO 8601 in UTC. */
export type StudyStart = {
  /** When the account was created. It limits the free preview, which needs no enrolment. */
  registeredAt: string;
  /** When the course first opened for the learner; null before that. */
  enrolledAt: string | null;
};

/** Everything that the rest of the product asks about one kind of row, so that nothing else names a kind. */
export type Kind<Content extends object> = {
  kind: string;
  keyOf(content: Content): string;
  /** What this version requires of a content. Loose, because a newer version may add fields. */
  schema: () => z.ZodMiniType<Content>;
  join: Join<Content>;
  /** Fields that are not sent, because only the server writes them. */
  serverFields?: readonly (keyof Content)[];
  /** True for a content that follows from other rows, or that the server made, so that nothing needs to be sent. */
  hasNothingToSend?(content: Content): boolean;
  /** The content as the server dates it, which does not trust the clocks of devices. */
  dated?(content: Content, start: StudyStart): Content;
  /** The lesson that is kept when others are deleted from a full device. */
  lessonOf(content: Content): LessonId | null;
  /** True if writing it makes the day one of the learner's days of study. */
  isStudy?: true;
  /** True if a learner would miss it: it is counted and listed while it is unsent. */
  isWork: boolean;
  /** What an unsent row is called in the list of unsent work. */
  label(content: Content): string;
  /** The heading of its rows in a learner's readable copy. */
  exportAs: string;
};

/** Lets the compiler check a definition, and keeps the type of its content. */
export function defineKind<Content extends object>(kind: Kind<Content>): Kind<Content> {
  return kind;
}

/** A kind without the type of its content, for code that treats all kinds alike. A row is only passed to its own kind. */
// biome-ignore lint/suspicious/noExplicitAny: the methods of a kind accept only its own content
export type AnyKind = Kind<any>;

export function hasStamp(kind: AnyKind): boolean {
  return typeof kind.join !== "function";
}

/** True if this version can read the row. A row of another version, or a damaged copy, may have any content, key or stamp. */
export function isReadable(kind: AnyKind | undefined, { key, content, stamp }: SentRow): kind is AnyKind {
  if (!kind?.schema().safeParse(content).success) return false;
  return kind.keyOf(content) === key && hasStamp(kind) === (stamp !== undefined);
}

/** The join of two copies: content and stamp. `newer` is passed to functions, and decides between equal stamps. */
export function joinRows(kind: AnyKind, mine: SentRow, theirs: SentRow, newer: Newer): SentRow {
  const { join } = kind;
  const { key } = mine;
  if (typeof join === "function")
    return { kind: kind.kind, key, content: join(mine.content, theirs.content, newer) };
  const isLater = (mine.stamp ?? "") > (theirs.stamp ?? "");
  const isMine = mine.stamp === theirs.stamp ? newer === "mine" : isLater === (join.keeps === "latest");
  const [winner, loser] = isMine ? [mine, theirs] : [theirs, mine];
  const content: Record<string, unknown> = { ...winner.content };
  const others = loser.content as Record<string, unknown>;
  const merge = (fields: readonly PropertyKey[] = [], isBetter: (a: never, b: never) => boolean) => {
    for (const field of fields.map(String)) {
      // Either copy may lack a field that was added later.
      if (others[field] === undefined) continue;
      if (content[field] === undefined || isBetter(others[field] as never, content[field] as never))
        content[field] = others[field];
    }
  };
  merge(join.greatest, (a: number | string, b: number | string) => a > b);
  merge(join.least, (a: string, b: string) => a < b);
  return { kind: kind.kind, key, content, ...(winner.stamp !== undefined && { stamp: winner.stamp }) };
}

/** The row as it is sent. */
export function sentForm(kind: AnyKind, { key, content, stamp }: SentRow): SentRow {
  const sent = Object.fromEntries(
    Object.entries(content).filter(([field]) => !kind.serverFields?.includes(field)),
  );
  return { kind: kind.kind, key, content: sent, ...(stamp !== undefined && { stamp }) };
}

/** True if both copies would be sent alike. */
export function isSame(kind: AnyKind, a: SentRow, b: SentRow): boolean {
  return a.stamp === b.stamp && isEqual(sentForm(kind, a).content, sentForm(kind, b).content);
}

/**
 * True if the server has all that it can have of `joined`, which is the device's row joined with `theirs`, the server's. A
 * kind without a stamp has a table of its own on the server, which keeps only the fields that it knows.
 */
export function addsNothing(kind: AnyKind, joined: SentRow, theirs: SentRow): boolean {
  if (hasStamp(kind)) return isSame(kind, joined, theirs);
  const known = Object.entries(joined.content).filter(([field]) => field in theirs.content);
  return isSame(kind, { ...joined, content: Object.fromEntries(known) }, theirs);
}

/** Deep equality of JSON values, whatever the order of their keys. A missing field equals undefined. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isEqual(left[key], right[key]),
  );
}
