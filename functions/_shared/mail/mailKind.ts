import { z } from "zod";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { type Admin, callDatabase } from "../database.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { randomToken, sha256Hex } from "../random.ts";
import type { MailContent } from "./layout.ts";

/** What the texts need beside their details. */
export type Places = { siteUrl: string; functionsUrl: string; facts: ProviderFacts };
/** What loading the details needs beside the row. */
export type Sending = { admin: Admin; recipient: string };
/** Obsolete: the email is no longer needed. */
type OrObsolete<Details> = Details | "obsolete";
type Awaitable<Value> = Value | Promise<Value>;

/** A kind of email: what its row in the queue holds, what is loaded for it, who receives it, and its text. */
type Definition<Row, Details> = {
  /** Staff and the operator have no address in the queue, because theirs are settings. Everyone else is greeted. */
  to?: "staff" | "operator";
  row: z.ZodType<Row>;
  load: (row: Row, sending: Sending) => Awaitable<OrObsolete<Details>>;
  write: (details: Details, places: Places) => MailContent;
};
export type MailKind<Details = never> = Pick<Definition<never, Details>, "to" | "write"> & {
  /** Throws when a retry may succeed, and for a row that this version does not know. */
  prepare: (row: unknown, sending: Sending, places: Places) => Promise<OrObsolete<MailContent>>;
};

export function mail<Row, Details>({
  row: schema,
  load,
  ...kind
}: Definition<Row, Details>): MailKind<Details> {
  return {
    ...kind,
    async prepare(row, sending, places) {
      const details = await load(schema.parse(row), sending);
      return details === "obsolete" ? "obsolete" : kind.write(details, places);
    },
  };
}

export const nothing = z.unknown().optional();

/** An email whose text needs only the data in its row. */
export function dataMail<Data>(
  data: z.ZodType<Data>,
  write: Definition<never, Data>["write"],
  to?: "operator",
): MailKind<Data> {
  return mail({ ...(to && { to }), row: z.object({ data }), load: (row) => row.data, write });
}

/** An email about an order. Obsolete once the buyer's data is erased, because there is no address to write to. */
export function orderMail<Data, Details>({
  data,
  load,
  ...kind
}: Omit<Definition<never, Details>, "row" | "load"> & {
  data: z.ZodType<Data>;
  load: (order: Order, data: Data, sending: Sending) => Awaitable<OrObsolete<Details>>;
}): MailKind<Details> {
  return mail({
    ...kind,
    row: z.object({ order_id: z.uuid(), data }),
    load: async (row, sending) => {
      const order = await findOrder(sending.admin, { id: row.order_id });
      return order && order.email !== "" ? load(order, row.data, sending) : "obsolete";
    },
  });
}

const KEY_BYTES = 32;
/** A link with a key, and until when it works, in ISO 8601. */
export type KeyLink = { key: string; until: string };

/**
 * Creates a key, which only the email contains. The database function stores its hash and returns until when it works, or
 * null if nobody needs it any more.
 */
export async function newKey(
  admin: Admin,
  name: string,
  args: (hash: string) => Record<string, unknown>,
): Promise<OrObsolete<KeyLink>> {
  const key = randomToken(KEY_BYTES);
  const until = await callDatabase(admin, name, args(await sha256Hex(key)), z.string().nullable());
  return until === null ? "obsolete" : { key, until };
}
