import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { type Learner, withBackend } from "../support/backend.ts";

const FORBIDDEN = "42501";
const KEY = "z6MkTest";
const backend = withBackend();

const certificate = (userId: string) => ({
  user_id: userId,
  course_id: COURSE_ID,
  holder_name: "Ada Obi",
  credential: "signed",
  status_index: 1,
});

async function issueTo(learner: Learner, holderName: string): Promise<string> {
  const service = backend.service();
  const mine = { p_user: learner.id, p_course: COURSE_ID, p_name: holderName };
  const prepared = (await service.rpc("prepare_certificate", mine)).data;
  expect(prepared).toMatchObject({ outcome: "ready", holder_name: holderName });
  const kept = await service.rpc("issue_certificate", {
    ...mine,
    p_id: prepared.id,
    p_issued_at: new Date().toISOString(),
    p_credential: "signed",
    p_public_key: KEY,
  });
  expect(kept.data).toMatchObject({ outcome: "issued", certificate: { holder_name: holderName } });
  return prepared.id;
}

async function finished(): Promise<Learner> {
  const learner = await backend.signUp();
  await backend.enrol(learner);
  await backend.query(
    `insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed)
     select $1, $2, (array[1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4])[number]::text, number::text, true
     from generate_series(1, 11) as number`,
    [learner.id, COURSE_ID],
  );
  return learner;
}

describe("certificates", () => {
  it("are issued by the server and readable by their owner only, even when revoked", async () => {
    const [ada, stranger] = [await finished(), await backend.signUp()];
    await issueTo(ada, "Ada Obi");
    await issueTo(ada, "Ada Ọbi");
    const own = (await backend.clientFor(ada)).from("certificates").select("holder_name, revoked_reason");
    expect((await own.order("issued_at")).data).toEqual([
      { holder_name: "Ada Obi", revoked_reason: "name_corrected" },
      { holder_name: "Ada Ọbi", revoked_reason: null },
    ]);
    expect((await (await backend.clientFor(stranger)).from("certificates").select()).data).toEqual([]);
    expect((await (await backend.clientFor()).from("certificates").select()).error?.code).toBe(FORBIDDEN);
  });

  it("cannot be written by learners, visitors or the service role except through two database functions", async () => {
    const ada = await backend.signUp();
    for (const client of [await backend.clientFor(ada), await backend.clientFor(), backend.service()]) {
      expect((await client.from("certificates").insert(certificate(ada.id))).error?.code).toBe(FORBIDDEN);
      const renamed = client.from("certificates").update({ holder_name: "X" }).eq("user_id", ada.id);
      expect((await renamed).error?.code).toBe(FORBIDDEN);
      expect((await client.from("certificates").delete().eq("user_id", ada.id)).error?.code).toBe(FORBIDDEN);
    }
  });

  it("cannot be prepared, issued or listed by learners or visitors through the server's database functions", async () => {
    const ada = await backend.signUp();
    const mine = { p_user: ada.id, p_course: COURSE_ID, p_name: "Ada Obi" };
    const kept = {
      p_id: randomUUID(),
      p_issued_at: new Date().toISOString(),
      p_credential: "x",
      p_public_key: KEY,
    };
    for (const client of [await backend.clientFor(ada), await backend.clientFor()]) {
      for (const [name, args] of [
        ["prepare_certificate", mine],
        ["issue_certificate", { ...mine, ...kept }],
        ["missed_certificates", { p_limit: 1 }],
        ["certificate_keys", {}],
        ["revoked_certificates", {}],
      ] as const) {
        expect([name, (await client.rpc(name, args)).error?.code]).toEqual([name, FORBIDDEN]);
      }
    }
  });

  it("are limited to one valid certificate per learner and course", async () => {
    const ada = await finished();
    await issueTo(ada, "Ada Obi");
    const second = backend.query(
      `with place as (insert into private.certificate_statuses values (7) returning status_index)
       insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
       select $1, $2, 'Ada', 'signed', status_index from place`,
      [ada.id, COURSE_ID],
    );
    await expect(second).rejects.toThrow("certificates_one_valid");
  });

  it("cannot become valid again once they have been revoked", async () => {
    const ada = await finished();
    const id = await issueTo(ada, "Ada Obi");
    await backend.refund(ada);
    const undo = "update public.certificates set revoked_at = null, revoked_reason = null where id = $1";
    await expect(backend.query(undo, [id])).rejects.toThrow("a revoked certificate stays revoked");
  });
});
