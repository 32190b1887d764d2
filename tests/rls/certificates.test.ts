import { describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { withBackend } from "../support/backend.ts";

const FORBIDDEN = "42501";
const backend = withBackend();
const certificate = (userId: string) => ({
  user_id: userId,
  course_id: COURSE_ID,
  holder_name: "Ada Obi",
  credential: "signed",
});

describe("certificates", () => {
  it("are issued by the server and read by their owner alone", async () => {
    const [ada, stranger] = [await backend.signUp(), await backend.signUp()];
    expect((await backend.service().from("certificates").insert(certificate(ada.id))).error).toBeNull();
    expect((await (await backend.clientFor(ada)).from("certificates").select("holder_name")).data).toEqual([
      { holder_name: "Ada Obi" },
    ]);
    expect((await (await backend.clientFor(stranger)).from("certificates").select()).data).toEqual([]);
    expect((await (await backend.clientFor()).from("certificates").select()).error?.code).toBe(FORBIDDEN);
  });

  it("cannot be written by a learner or a visitor", async () => {
    const ada = await backend.signUp();
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      expect((await client.from("certificates").insert(certificate(ada.id))).error?.code).toBe(FORBIDDEN);
      const renamed = client.from("certificates").update({ holder_name: "X" }).eq("user_id", ada.id);
      expect((await renamed).error?.code).toBe(FORBIDDEN);
      expect((await client.from("certificates").delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });

  it("are one per learner and course, until one is revoked for a corrected name", async () => {
    const ada = await backend.signUp();
    const service = backend.service();
    await service.from("certificates").insert(certificate(ada.id));
    expect((await service.from("certificates").insert(certificate(ada.id))).error?.code).toBe("23505");
    const revoked = { revoked_at: new Date().toISOString(), revoked_reason: "name corrected" };
    await service.from("certificates").update(revoked).eq("user_id", ada.id);
    expect((await service.from("certificates").insert(certificate(ada.id))).error).toBeNull();
  });
});
