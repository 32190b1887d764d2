import { describe, expect, it } from "vitest";
import { withBackend } from "../support/backend.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
const message = { name: "Ada Obi", email: "ada@example.com", subject: "Hello", message: "A question." };

describe("contact_messages", () => {
  it("are stored and read by the server", async () => {
    const { data, error } = await backend
      .service()
      .from("contact_messages")
      .insert(message)
      .select("subject");
    expect(error).toBeNull();
    expect(data).toEqual([{ subject: "Hello" }]);
  });

  it("are closed to learners and visitors", async () => {
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

  it("are never longer than the form allows (S-065, S-113)", async () => {
    const long = { ...message, message: "m".repeat(2001) };
    const { error } = await backend.service().from("contact_messages").insert(long);
    expect(error?.message).toContain("contact_messages_message_check");
  });
});
