import * as z from "zod/mini";
import { instant, rev, uuid } from "./wire.ts";

/**
 * The replies of `sync_pull` and `sync_push` (decision 0082). The database functions of the same names check requests in
 * SQL.
 */

export const PROTOCOL_VERSION = 1;
export const MAX_ROWS_PER_PUSH = 100;
export const MAX_ROWS_PER_PULL = 1_000;

/** The kind and its schema are checked when the row is stored: what this version cannot read is put aside. */
const rowSchema = z.object({
  kind: z.string(),
  key: z.string(),
  content: z.record(z.string(), z.unknown()),
  stamp: z.optional(uuid),
  rev,
});
export type ServerRow = z.infer<typeof rowSchema>;

const head = {
  user_id: uuid,
  epoch: uuid,
  /** The learner's latest revision. */
  rev,
  /** The server's time, and the latest time of a stamp that it accepts, in ms since the Unix epoch. */
  time: z.int(),
  limit: z.int(),
  registered_at: instant,
  enrolled_at: z.nullable(instant),
};

export const pullReplySchema = z.object({
  ...head,
  /** Send this back next time. Every row up to and including this revision has been delivered. */
  cursor: rev,
  has_more: z.boolean(),
  rows: z.array(rowSchema),
});
export type PullReply = z.infer<typeof pullReplySchema>;

export const pushReplySchema = z.object({
  ...head,
  /** One for each row that was sent, in their order. `code` is null for a row that the server has now. */
  answers: z.array(z.object({ kind: z.string(), key: z.string(), code: z.nullable(z.string()) })),
  /** The rows that differ on the server from what was sent. */
  rows: z.array(rowSchema),
});
export type PushReply = z.infer<typeof pushReplySchema>;
