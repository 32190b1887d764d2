import * as z from "zod/mini";
import { ENTITIES } from "./registry.ts";
import { instant, rev, uuid } from "./wire.ts";

/**
 * The messages of `sync_push` and `sync_pull`. The browser builds and parses them with these schemas. The database
 * functions of the same names check the same rules in SQL, and tests send both sides the same bad messages.
 */

export const MAX_OPS_PER_PUSH = 100;
export const MAX_ROWS_PER_PULL = 1_000;

type Entity = (typeof ENTITIES)[number];
/** Distributes over the entities, so that a type of op keeps its own payload. */
type OpOf<E extends Entity> = E extends Entity
  ? { op_id: string; type: E["type"]; v: 1; client_at: string; payload: z.output<E["payload"]> }
  : never;
export type Op = OpOf<Entity>;

const opSchemas = ENTITIES.map(({ type, payload }) =>
  z.object({ op_id: uuid, type: z.literal(type), v: z.literal(1), client_at: instant, payload }),
);
type OpSchema = (typeof opSchemas)[number];
export const opSchema = z.discriminatedUnion(
  "type",
  opSchemas as [OpSchema, ...OpSchema[]], // There is more than one entity.
) as unknown as z.ZodMiniType<Op>; // map() loses which payload belongs to which type.

/**
 * The server evaluates `rejected` ops again each time they arrive. `code` is invalid, not_entitled, unknown_version,
 * unknown_type, unknown_field, too_many or too_many_today. `written_at` is sent for ops on the workbook, notes and places: the
 * time by which the server ranks them.
 */
const opResultSchema = z.discriminatedUnion("status", [
  z.object({ op_id: uuid, status: z.enum(["ok", "duplicate"]), written_at: z.optional(instant) }),
  z.object({ op_id: uuid, status: z.literal("rejected"), code: z.string() }),
]);

export const pushReplySchema = z.object({
  user_id: uuid,
  epoch: uuid,
  results: z.array(opResultSchema).check(z.maxLength(MAX_OPS_PER_PUSH)),
});
export type PushReply = z.infer<typeof pushReplySchema>;

/** The schema of each table's rows. */
type RowSchemas = { [E in Entity as E["serverTable"]]: z.ZodMiniArray<E["wireRow"]> };
// fromEntries() loses which rows belong to which table.
const rowSchemas = Object.fromEntries(
  ENTITIES.map(({ serverTable, wireRow }) => [serverTable, z.array<z.ZodMiniType>(wireRow)]),
) as unknown as RowSchemas;

export const pullReplySchema = z.object({
  user_id: uuid,
  epoch: uuid,
  /** Send this back next time. Every row up to and including this revision has been delivered. */
  cursor: rev,
  has_more: z.boolean(),
  rows: z.object(rowSchemas),
});
export type PullReply = z.infer<typeof pullReplySchema>;
