import { beforeAll, describe, expect, it } from "vitest";
import { ask, finish, issue, reviewCapstone, verify } from "../certificate/learners.ts";
import { mailsTo } from "../commerce/moneyBack.ts";
import { withAcademy } from "../support/server/academy.ts";
import { type Member, signInAs } from "./members.ts";

const academy = withAcademy();
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
  colleague = await signInAs(academy, "staff");
});

async function found(search: string) {
  const args = { p_search: search, p_filter: "", p_before: null, p_limit: 50 };
  const { data, error } = await staff.client.rpc("staff_certificates", args);
  if (error) throw error;
  return data as { rows: { id: string }[] };
}
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);
const correct = (certificateId: string, holderName: string, member = staff) =>
  member.call("staff-certificate", { certificateId, holderName, reason: "The passport says so" });
const pageOf = async (id: string) => (await staff.client.rpc("staff_certificate", { p_id: id })).data;
const revoke = (id: string, reason: string, member = staff) =>
  member.client.rpc("staff_revoke_certificate", { p_id: id, p_cause: "wrong_person", p_reason: reason });

describe("staff looking for a certificate", () => {
  it("find it by number, by the account's address and by the beginning of the name", async () => {
    const ada = await finish(academy);
    const { id } = await issue(academy, ada, "Ada 100%_Obi");
    for (const search of [id, id.toUpperCase(), ada.email, "ada 100%", " Ada 100%_o"])
      expect(idsOf(await found(search)), search).toEqual([id]);
    for (const search of ["ada 100_", "obi", "nobody@mail.example", "\\"])
      expect(idsOf(await found(search)), search).toEqual([]);
  });
});

describe("staff correcting a name", () => {
  it("may do so after the learner's own correction, any number of times, with the history kept", async () => {
    const ada = await finish(academy);
    await issue(academy, ada, "Ada Obo");
    const second = await issue(academy, ada, "Ada Obu");
    const reply = await correct(second.id, "  Ada   Obi ");
    expect(reply.status).toBe(200);
    const { certificateId } = reply.body as { certificateId: string };
    expect(await verify(academy, certificateId)).toMatchObject({
      status: "valid",
      holderName: "Ada Obi",
    });
    expect(await verify(academy, second.id)).toMatchObject({ status: "revoked", reason: "replaced" });
    expect((await correct(certificateId, "Ada A. Obi")).status).toBe(200);
    const { history, email, acts } = await pageOf(second.id);
    expect(history.map((each: { holder_name: string }) => each.holder_name)).toEqual([
      "Ada A. Obi",
      "Ada Obi",
      "Ada Obu",
      "Ada Obo",
    ]);
    expect(email).toBe(ada.email);
    expect(acts).toMatchObject([
      { action: "certificate_name_corrected", actor: staff.email, reason: "The passport says so" },
    ]);
  });

  it("has one effect when it is sent twice at the same moment", async () => {
    const { id } = await issue(academy, await finish(academy), "Bo Lee");
    const replies = await Promise.all([correct(id, "Bo Li"), correct(id, "Bo Li")]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    const acts = await academy.backend.query("select from staff_actions where subject_id = $1", [id]);
    expect(acts).toHaveLength(1);
  });

  it("has one effect when two members of staff choose different names at the same moment, and the other learns of it", async () => {
    const { id } = await issue(academy, await finish(academy), "Ed Poe");
    const replies = await Promise.all([correct(id, "Ed Pau"), correct(id, "Ed Pow", colleague)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "changed_meanwhile",
      error: expect.stringMatching(/replaced by one in another name meanwhile.*Reload the page/),
    });
    const winner = replies.find(({ status }) => status === 200)?.body as { certificateId: string };
    const { history, acts } = await pageOf(id);
    expect(history.map((each: { id: string }) => each.id)).toEqual([winner.certificateId, id]);
    expect(acts).toHaveLength(1);
  });

  it("is refused on a page that shows a replaced certificate, unless it repeats the correction", async () => {
    const { id } = await issue(academy, await finish(academy), "Flo Ray");
    const first = await correct(id, "Flo Rae");
    expect(await correct(id, "Flo Rea")).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    expect(await correct(id, "Flo Ray")).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    expect(await correct(id, "Flo Rae")).toMatchObject({ status: 200, body: first.body });
    const { history, acts } = await pageOf(id);
    expect(history).toHaveLength(2);
    expect(acts).toHaveLength(1);
  });

  it("is not recorded when no certificate was issued, and says that the learner has no access", async () => {
    const gil = await finish(academy);
    const { id } = await issue(academy, gil, "Gil Roe");
    await academy.backend.query("update public.orders set status = 'ended' where user_id = $1", [gil.id]);
    expect(await correct(id, "Gil Rowe")).toMatchObject({
      status: 409,
      body: { code: "not_entitled", error: expect.stringMatching(/no access to the course/) },
    });
    expect((await pageOf(id)).acts).toEqual([]);
  });

  it("is refused for a faulty name and an unknown certificate", async () => {
    const { id } = await issue(academy, await finish(academy), "Cy Day");
    expect((await correct(id, "=HYPERLINK(1)\u0000")).status).toBe(400);
    expect((await correct(crypto.randomUUID(), "Cy Dey")).status).toBe(404);
    expect(await verify(academy, id)).toMatchObject({ status: "valid", holderName: "Cy Day" });
  });
});

describe("staff revoking a certificate", () => {
  it("must give a reason, and end it for good", async () => {
    const dee = await finish(academy);
    const { id } = await issue(academy, dee, "Dee Fox");
    expect((await revoke(id, "  ")).error?.message).toBe("Please give a reason.");
    const noCause = { p_id: id, p_cause: "because", p_reason: "Issued to the wrong person" };
    expect((await staff.client.rpc("staff_revoke_certificate", noCause)).error?.message).toBe(
      "Please choose a cause.",
    );
    expect((await revoke(id, "Seen at a fair")).data).toBe(true);
    expect((await revoke(id, "Again")).data).toBe(false);
    expect(await verify(academy, id)).toMatchObject({ status: "revoked", reason: "withdrawn" });
    expect((await correct(id, "Dee Foxe")).status).toBe(409);
    expect(await ask(academy, dee, "Dee Fox")).toMatchObject({
      status: 409,
      body: {
        code: "certificate_revoked",
        error: expect.stringMatching(/has revoked your certificate.*please write to us/),
      },
    });
    expect((await pageOf(id)).acts).toMatchObject([
      { action: "certificate_revoked", reason: "Seen at a fair" },
    ]);
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    const [mail] = mailsTo(academy, dee.email, "Your certificate for");
    expect(mail).toMatch(/issued to the wrong person.*reply to this email/s);
    expect(mail).not.toContain("Seen at a fair");
  });

  it("does so for each kind separately, and the job for missed certificates issues no other one", async () => {
    const eve = await finish(academy);
    await reviewCapstone(academy, eve);
    await issue(academy, eve, "Eve Orr");
    const { id } = await issue(academy, eve, "Eve Orr", "capstone");
    expect((await revoke(id, "Written by a friend")).data).toBe(true);
    expect(await ask(academy, eve, "Eve Orr", "capstone")).toMatchObject({
      status: 409,
      body: {
        code: "certificate_revoked",
        error: expect.stringContaining("has revoked your capstone credential"),
      },
    });
    expect((await ask(academy, eve, "Eve Orr")).status).toBe(200);
    const { body } = await academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });
    expect(body).toEqual({ issued: 0, failed: 0 });
  });
});
