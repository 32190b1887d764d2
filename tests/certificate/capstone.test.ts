import { describe, expect, it } from "vitest";
import {
  type Credential,
  credentialFacts,
  credentialSchema,
} from "../../src/domain/certificate/certificate.ts";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { readProof } from "../../src/features/verify/readProof.ts";
import { withAcademy } from "../support/server/academy.ts";
import { ask, enrol, finish, issue, type Learner, reviewCapstone, signUp, verify } from "./learners.ts";
import { isAccepted, issuerOf } from "./publishedVerifier.ts";

const academy = withAcademy();

const query = <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
  academy.backend.query<T>(sql, params);
const parse = (credential: string): Credential => credentialSchema.parse(JSON.parse(credential));

/** A learner with access whose capstone has passed, and who has completed no lesson. */
async function passed(): Promise<Learner> {
  const learner = await signUp(academy);
  await enrol(academy, learner);
  await reviewCapstone(academy, learner);
  return learner;
}

describe("a learner whose capstone has passed a review", () => {
  it("gets one credential in the confirmed name, without all lessons, and the same one on the next request", async () => {
    const ada = await passed();
    const first = await issue(academy, ada, "Ada Obi", "capstone");
    expect(await issue(academy, ada, "Ada Obi", "capstone")).toEqual(first);
    expect(await verify(academy, first.id)).toMatchObject({
      status: "valid",
      kind: "capstone",
      holderName: "Ada Obi",
      course: "Capstone reviewed: AI Fluency in 30 Days",
    });
    expect((await ask(academy, ada, "Ada Obi")).body.code).toBe("incomplete");
  });

  it("has it beside the certificate of completion, and corrects the name of each separately", async () => {
    const ada = await finish(academy);
    await reviewCapstone(academy, ada);
    const completion = await issue(academy, ada, "Ada Obi");
    const wrong = await issue(academy, ada, "Ada Obbi", "capstone");
    const right = await ask(academy, ada, "Ada Obi", "capstone");
    expect(right.body).toMatchObject({ canCorrect: false });
    expect(await verify(academy, wrong.id)).toMatchObject({ status: "revoked", reason: "replaced" });
    expect(await verify(academy, completion.id)).toMatchObject({ status: "valid", kind: "completion" });
    expect((await ask(academy, ada, "Ada Obi")).body).toMatchObject({
      certificate: { id: completion.id },
      canCorrect: true,
    });
  });

  it("loses it after a refund, together with the certificate of completion", async () => {
    const ada = await finish(academy);
    await reviewCapstone(academy, ada);
    const both = [await issue(academy, ada, "Ada Obi"), await issue(academy, ada, "Ada Obi", "capstone")];
    await query("update public.orders set status = 'refunded' where user_id = $1", [ada.id]);
    for (const { id } of both) expect(await verify(academy, id)).toMatchObject({ status: "revoked" });
    expect((await ask(academy, ada, "Ada Obi", "capstone")).body.code).toBe("not_entitled");
  });

  it("gets it later when the name was confirmed but the call was interrupted", async () => {
    const ada = await passed();
    const learner = { p_user: ada.id, p_course: COURSE_ID, p_kind: "capstone" };
    const service = academy.client(academy.secretKey);
    await service.rpc("prepare_certificate", { ...learner, p_name: "Ada Obi" });
    const run = () => academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });
    expect((await run()).body).toEqual({ issued: 1, failed: 0 });
    expect((await run()).body).toEqual({ issued: 0, failed: 0 });
    expect(
      await query("select kind, holder_name from public.certificates where user_id = $1", [ada.id]),
    ).toEqual([{ kind: "capstone", holder_name: "Ada Obi" }]);
  });
});

it("nobody gets the credential without a review that the capstone has passed", async () => {
  const ada = await finish(academy);
  expect(await ask(academy, ada, "Ada Obi", "capstone")).toMatchObject({
    status: 409,
    body: { code: "not_passed" },
  });
  await reviewCapstone(academy, ada, [4, 4, 4, 4, 0]);
  expect((await ask(academy, ada, "Ada Obi", "capstone")).body.code).toBe("not_passed");
  expect(await query("select from public.certificates where user_id = $1", [ada.id])).toEqual([]);
});

describe("the credential for a reviewed capstone", () => {
  it("is accepted by independent verification software and by the app, and rejected after a change", async () => {
    const credential = parse((await issue(academy, await passed(), "Ada Obi", "capstone")).credential);
    const issuer = await issuerOf(academy);
    expect(await isAccepted(credential, issuer)).toBe(true);
    expect(await readProof(credential, issuer)).toBe("genuine");
    const { credentialSubject: subject } = credential;
    for (const change of [
      { result: [{ ...subject.result?.[0], value: "20" }] },
      { activityEndDate: "2026-11-01T10:00:00Z" },
    ]) {
      const changed = JSON.parse(
        JSON.stringify({ ...credential, credentialSubject: { ...subject, ...change } }),
      );
      expect([change, await isAccepted(changed, issuer)]).toEqual([change, false]);
    }
  });

  it("says as an Open Badge what was assessed, how, with which result and when", async () => {
    const ada = await passed();
    const { credential } = await issue(academy, ada, "Ada Obi", "capstone");
    const achievement = `${academy.url}/academy#${COURSE_ID}-capstone`;
    expect(JSON.parse(credential)).toMatchObject({
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      name: "Capstone reviewed: AI Fluency in 30 Days",
      credentialSubject: {
        type: ["AchievementSubject"],
        activityEndDate: "2026-11-20T10:00:00.000Z",
        achievement: {
          id: achievement,
          achievementType: "Assessment",
          name: "Capstone reviewed: AI Fluency in 30 Days",
          criteria: {
            narrative: expect.stringMatching(
              /Plural AI Review.*rubric of five rows.*at least 12 of 20 points/,
            ),
          },
          resultDescription: [
            { id: `${achievement}-points`, resultType: "RawScore", valueMin: "0", valueMax: "20" },
          ],
        },
        result: [{ resultDescription: `${achievement}-points`, value: "15" }],
      },
    });
    expect(credentialFacts(parse(credential))).toMatchObject({
      kind: "capstone",
      quizzesPassed: null,
      marks: 15,
      reviewedAt: "2026-11-20T10:00:00.000Z",
    });
  });

  it("contains nothing that the learner or the reviewer wrote, and neither account", async () => {
    const ada = await passed();
    const { credential } = await issue(academy, ada, "Ada Obi", "capstone");
    for (const secret of [ada.id, ada.email, "Written by"]) expect(credential).not.toContain(secret);
  });
});
