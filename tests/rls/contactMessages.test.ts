import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { withBackend } from "../support/backend.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
const message = { name: "Ada Obi", email: "ada@example.com", subject: "Hello", message: "A question." };

describe("contact_messages", () => {
  it("can be stored and read by the server", async () => {
    const { data, error } = await backend
      .service()
      .from("contact_messages")
      .insert(message)
      .select("subject");
    expect(error).toBeNull();
    expect(data).toEqual([{ subject: "Hello" }]);
  });

  it("are inaccessible to learners and visitors", async () => {
    const ada = await backend.signUp();
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      expect((await client.from("contact_messages").select()).error?.code).toBe(FORBIDDEN);
      expect((await client.from("contact_messages").insert(message)).error?.code).toBe(FORBIDDEN);
      expect(
        (await client.from("contact_messages").update({ subject: "x" }).eq("name", "y")).error?.code,
      ).toBe(FORBIDDEN);
      expect((await client.from("contact_messages").delete().eq("name", "Ada Obi")).error?.code).toBe(
        FORBIDDEN,
      );
    }
  });

  it("cannot be longer than the form allows (S-065, S-113)", async () => {
    const long = { ...message, message: "m".repeat(2001) };
    const { error } = await backend.service().from("contact_messages").insert(long);
    expect(error?.message).toContain("contact_messages_message_check");
  });

  it("are recorded only by the server, with both emails, once per id (S-081)", async () => {
    const id = randomUUID();
    const record = (client: SupabaseClient, words = message.message) =>
      client.rpc("record_contact_message", {
        p_id: id,
        p_name: message.name,
        p_email: message.email,
        p_subject: message.subject,
        p_message: words,
        p_provider: "provider@example.com",
      });
    const ada = await backend.signUp();
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      expect((await record(client)).error?.code).toBe(FORBIDDEN);
    }
    const service = backend.service();
    expect((await record(service)).data).toBe("stored");
    expect((await record(service)).data).toBe("repeated");
    expect((await record(service, "Other words")).data).toBe("taken");
    expect(
      await backend.query(
        "select kind, recipient from public.mail_queue where contact_message_id = $1 order by kind",
        [id],
      ),
    ).toEqual([
      { kind: "contact_acknowledgement", recipient: message.email },
      { kind: "contact_message", recipient: "provider@example.com" },
    ]);
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

  it("are deleted together with their queued emails", async () => {
    const mails = () => backend.query("select 1 from public.mail_queue where contact_message_id is not null");
    expect((await mails()).length).toBeGreaterThan(0);
    await backend.query("delete from public.contact_messages");
    expect(await mails()).toEqual([]);
  });
});
