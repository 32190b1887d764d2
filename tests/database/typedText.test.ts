import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ADDRESSES, LINES } from "../support/hostileInputs.ts";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();
/** PostgREST and Postgres reject NUL and lone surrogates before a function sees them. */
const STORABLE = LINES.filter(({ typed }) => !/[\0\p{Surrogate}]/u.test(typed));
const CHECK_VIOLATION = "23514";

it("the database cleans a line of text as the browser and the functions do", async () => {
  const rows = await backend.query<{ clean: string }>(
    "select private.clean_line(typed) as clean from unnest($1::text[]) with ordinality as t (typed, n) order by n",
    [STORABLE.map(({ typed }) => typed)],
  );
  expect(rows.map(({ clean }, index) => [STORABLE[index]?.about, clean])).toEqual(
    STORABLE.map(({ about, clean }) => [about, clean]),
  );
});

it("a profile is cleaned by the database, and its email address must be in ASCII", async () => {
  const ada = await backend.signUp({ firstName: "\u200bAda\u200b" });
  const client = await backend.clientFor(ada);
  const update = (fields: object) =>
    client.from("profiles").update(fields).eq("id", ada.id).select("first_name, phone").single();
  const { data } = await update({ last_name: "ibO\u202e", phone: "\u202a+44\u00a020\u202c" });
  expect(data).toEqual({ first_name: "Ada", phone: "+44 20" });
  for (const { typed, address } of ADDRESSES) {
    if (address === null || typed.trim() !== typed) continue;
    const { error } = await update({ email: typed });
    expect([typed, error?.code]).toEqual([typed, /^[\x21-\x7e]+$/.test(typed) ? undefined : CHECK_VIOLATION]);
  }
});

it("an account whose address is not in ASCII still gets a profile", async () => {
  const id = crypto.randomUUID();
  await backend.query(
    `insert into auth.users (id, email, raw_user_meta_data) values ($1, 'ada@пример.рф', '{"first_name": "Ada"}')`,
    [id],
  );
  expect(
    await backend.query("select email, first_name, last_name from public.profiles where id = $1", [id]),
  ).toEqual([{ email: "", first_name: "Ada", last_name: "" }]);
});

it("a message is not stored with an email address outside ASCII", async () => {
  const message = {
    p_id: crypto.randomUUID(),
    ...{
      p_name: "Ada",
      p_email: "ada@пример.рф",
      p_subject: "S",
      p_message: "M",
      p_provider: "a@example.org",
    },
  };
  expect((await backend.service().rpc("record_contact_message", message)).error?.code).toBe(CHECK_VIOLATION);
});

const message = { name: "Ada Obi", email: "ada@example.com", subject: "Hello", message: "A question." };

describe("contact_messages", () => {
  it("cannot be longer than the form allows (S-065, S-113)", async () => {
    const long = { ...message, message: "m".repeat(2001) };
    const { error } = await backend.service().from("contact_messages").insert(long);
    expect(error?.message).toContain("contact_messages_message_check");
  });

  it("queue no email when a message is invalid, because storing and queueing are one transaction", async () => {
    const id = randomUUID();
    const { error } = await backend.service().rpc("record_contact_message", {
      p_id: id,
      p_name: message.name,
      p_email: message.email,
      p_subject: "",
      p_message: message.message,
      p_provider: "provider@example.com",
    });
    expect(error?.message).toContain("contact_messages_subject_check");
    expect(
      await backend.query("select 1 from public.mail_queue where contact_message_id = $1", [id]),
    ).toEqual([]);
    expect(await backend.query("select 1 from public.contact_messages where id = $1", [id])).toEqual([]);
  });
});
