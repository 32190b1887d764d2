import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { certificatePage } from "../../server/http/certificatePage.ts";
import { CRAWLER_ATTRIBUTE, HEAD_ATTRIBUTE } from "../../src/app/document/documentPage.ts";
import {
  CERTIFICATE_COLUMNS,
  certificateRowsSchema,
  credentialFacts,
  credentialSchema,
  readOwnCertificate,
} from "../../src/domain/certificate/certificate.ts";
import { COURSE_ID, LESSON_IDS } from "../../src/domain/ids.ts";
import { LINK_ENDS } from "../support/hostileInputs.ts";
import { withAcademy } from "../support/server/academy.ts";
import {
  ask,
  attemptQuiz,
  completeLessons,
  enrol,
  finish,
  issue,
  type Learner,
  read,
  signUp,
  verify,
} from "./learners.ts";

const HARD_NAME = "Zdzisław Ŵyn-Jones 山田太郎 مريم";

const academy = withAcademy();

async function countOf(learner: Learner): Promise<number> {
  const rows = await academy.backend.query("select from public.certificates where user_id = $1", [
    learner.id,
  ]);
  return rows.length;
}

const factsOf = (credential: string) => credentialFacts(credentialSchema.parse(JSON.parse(credential)));

describe("a learner who has completed all lessons", () => {
  it("gets one certificate in the confirmed name, in any script, and the same one on the next request", async () => {
    const ada = await finish(academy);
    const first = await issue(academy, ada, `  ${HARD_NAME}  `);
    expect(first.holderName).toBe(HARD_NAME.normalize("NFC"));
    expect(await issue(academy, ada, HARD_NAME.normalize("NFD"))).toEqual(first);
    expect(await countOf(ada)).toBe(1);
  });

  it("gets one certificate when several devices request it concurrently", async () => {
    const ada = await finish(academy);
    const certificates = await Promise.all([1, 2, 3, 4].map(() => issue(academy, ada, "Ada Obi")));
    expect(new Set(certificates.map((each) => each.id)).size).toBe(1);
    expect(await countOf(ada)).toBe(1);
  });

  it("gets one certificate, in whichever name came first, when two names are confirmed concurrently", async () => {
    const ada = await finish(academy);
    const service = academy.client(academy.secretKey);
    const names = ["Ada Obi", "Ada Ọbi"];
    const mine = (name: string) => ({ p_user: ada.id, p_course: COURSE_ID, p_name: name });
    const prepared: { id: string }[] = [];
    for (const name of names) prepared.push((await service.rpc("prepare_certificate", mine(name))).data);
    const signed = { p_issued_at: new Date().toISOString(), p_credential: "{}", p_public_key: "z6MkTest" };
    for (const [index, name] of names.entries()) {
      const kept = { ...mine(name), ...signed, p_id: prepared[index]?.id };
      expect((await service.rpc("issue_certificate", kept)).data).toMatchObject({
        outcome: "issued",
        certificate: { id: prepared[0]?.id, holder_name: "Ada Obi" },
      });
    }
    expect(await countOf(ada)).toBe(1);
  });

  it("can read the certificate's row, as every device does when it syncs", async () => {
    const ada = await finish(academy);
    const certificate = await issue(academy, ada, "Ada Obi");
    const rows = await fetch(`${academy.url}/rest/v1/certificates?select=${CERTIFICATE_COLUMNS}`, {
      headers: { authorization: `Bearer ${ada.token}`, apikey: "sb_publishable_academy_local" },
    });
    const own = readOwnCertificate(certificateRowsSchema.parse(await rows.json()));
    expect(own.canCorrect).toBe(true);
    expect(own.certificate).toEqual(certificate);
  });

  it("can correct the name once, which replaces the certificate", async () => {
    const ada = await finish(academy);
    const wrong = await issue(academy, ada, "Ada Obbi");
    const right = await ask(academy, ada, "Ada Obi");
    expect(right).toMatchObject({ status: 200, body: { canCorrect: false } });
    expect(right.body.certificate).not.toMatchObject({ id: wrong.id });
    expect(await verify(academy, wrong.id)).toMatchObject({ status: "revoked", reason: "replaced" });

    expect(await ask(academy, ada, "Ada Third")).toMatchObject({
      status: 409,
      body: { code: "already_corrected" },
    });
    expect((await issue(academy, ada, "Ada Obi")).holderName).toBe("Ada Obi");
    expect(await countOf(ada)).toBe(2);
  });

  it("receives an error for an unusable name before anything is issued", async () => {
    const ada = await finish(academy);
    for (const name of ["", "   ", "12", "\u200b\u202e", "A".repeat(201)]) {
      expect([name, (await ask(academy, ada, name)).body.code]).toEqual([name, "bad_request"]);
    }
    expect(await countOf(ada)).toBe(0);
  });

  it("gets a certificate that says completed, never passed, and counts no quiz that was not taken", async () => {
    const { credential } = await issue(academy, await finish(academy), "Ada Obi");
    expect(credential).toContain("Completed all 11 lessons");
    expect(credential.replace("Quizzes passed, graded by the academy", "")).not.toMatch(/\bpass/i);
    expect(factsOf(credential).quizzesPassed).toBe(0);
  });

  it("gets a certificate that counts passed quizzes once per lesson, from server-graded attempts and not from client-sent scores", async () => {
    const ada = await finish(academy);
    for (const [lessonId, score] of [
      ["1", 100],
      ["1", 80],
      ["2", 80],
      ["3", 60],
    ] as const) {
      await attemptQuiz(academy, ada, lessonId, score);
    }
    const sent = await fetch(`${academy.url}/rest/v1/course_progress?user_id=eq.${ada.id}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${ada.token}`,
        apikey: "sb_publishable_academy_local",
        "content-type": "application/json",
      },
      body: JSON.stringify({ quiz_score: 100 }),
    });
    expect(sent.status).toBe(204);
    const { credential } = await issue(academy, ada, "Ada Obi");
    expect(factsOf(credential).quizzesPassed).toBe(2);
    expect(JSON.parse(credential).credentialSubject).toMatchObject({
      achievement: {
        resultDescription: [{ name: "Quizzes passed, graded by the academy", valueMin: "0", valueMax: "11" }],
      },
      result: [{ value: "2" }],
    });
  });
});

describe("the academy rejects a request for a certificate", () => {
  it("from a learner without access to the course", async () => {
    const stranger = await signUp(academy);
    await completeLessons(academy, stranger, LESSON_IDS.length);
    expect(await ask(academy, stranger, "Ada Obi")).toMatchObject({
      status: 403,
      body: { code: "not_entitled" },
    });
    expect(await countOf(stranger)).toBe(0);
  });

  it("from a learner with incomplete lessons, and lists those lessons", async () => {
    const ada = await signUp(academy);
    await enrol(academy, ada);
    await completeLessons(academy, ada, 9);
    expect(await ask(academy, ada, "Ada Obi")).toMatchObject({
      status: 409,
      body: { code: "incomplete", error: "Lessons 10 and 11 are not complete in our records yet." },
    });
    await completeLessons(academy, ada, 10);
    expect((await ask(academy, ada, "Ada Obi")).body.error).toBe(
      "Lesson 11 is not complete in our records yet.",
    );
    expect(await countOf(ada)).toBe(0);
  });
});

describe("the sweep for missed certificates", () => {
  const sweep = () => academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });

  it("issues a certificate when the last lesson arrives after the name was confirmed", async () => {
    const ada = await signUp(academy);
    await enrol(academy, ada);
    await completeLessons(academy, ada, 10);
    await ask(academy, ada, "Ada Obi");
    await sweep();
    expect(await countOf(ada)).toBe(0);

    await completeLessons(academy, ada, 11);
    expect(await sweep()).toMatchObject({ status: 200, body: { issued: 1, failed: 0 } });
    expect((await issue(academy, ada, "Ada Obi")).holderName).toBe("Ada Obi");
    expect(await sweep()).toMatchObject({ body: { issued: 0, failed: 0 } });
  });

  it("finishes a request that crashed half-way, with the same certificate number", async () => {
    const ada = await finish(academy);
    const [{ prepared } = { prepared: { id: "" } }] = await academy.backend.query<{
      prepared: { id: string };
    }>("select public.prepare_certificate($1, 'ai-fluency-30-days', 'Ada Obi') as prepared", [ada.id]);
    await sweep();
    expect((await issue(academy, ada, "Ada Obi")).id).toBe(prepared.id);
    expect(await countOf(ada)).toBe(1);
  });

  it("issues no certificate to a learner who has not confirmed a name", async () => {
    const ada = await finish(academy);
    await sweep();
    expect(await countOf(ada)).toBe(0);
  });
});

describe("verifying a certificate", () => {
  it("reports a valid certificate with its content", async () => {
    const certificate = await issue(academy, await finish(academy), HARD_NAME);
    expect(await verify(academy, certificate.id.toUpperCase())).toEqual({
      status: "valid",
      kind: "completion",
      id: certificate.id,
      holderName: HARD_NAME.normalize("NFC"),
      course: "AI Fluency in 30 Days",
      issuedAt: certificate.issuedAt,
      credential: certificate.credential,
    });
  });

  it("reports that an unknown number was never issued", async () => {
    for (const id of [randomUUID(), "12", "%00", ""]) {
      const reply = await read(academy, `verify-certificate?id=${id}`);
      expect([id, reply.status, reply.headers.get("cache-control")]).toEqual([id, 404, "no-store"]);
      expect(await reply.json()).toEqual({
        error: "We have not issued a certificate with this number.",
        code: "not_found",
        requestId: expect.any(String),
      });
    }
  });

  it("works from any origin and returns 304 when unchanged", async () => {
    const { id } = await issue(academy, await finish(academy), "Ada Obi");
    const address = `verify-certificate?id=${id}`;
    const first = await read(academy, address, { origin: "https://recruiter.example" });
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag") ?? "";
    const again = await read(academy, address, { "if-none-match": `W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await read(academy, address, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await academy.call(address, {})).status).toBe(405);
  });
});

/** The response of a server that uses the academy's function and the repository's index.html as its shell. */
async function open(id: string): Promise<{ status: number; page: string }> {
  const shell = join(import.meta.dirname, "..", "..", "index.html");
  const records = (number: string) => read(academy, `verify-certificate?id=${encodeURIComponent(number)}`);
  const site = new Hono().get("/verify/:id", certificatePage(shell, records));
  const reply = await site.request(`/verify/${id}`);
  return { status: reply.status, page: await reply.text() };
}

it("without scripts, the certificate page says whether the certificate is valid, revoked or unknown", async () => {
  const ada = await finish(academy);
  const { id } = await issue(academy, ada, "Ada O'Bi");
  const valid = await open(id);
  expect(valid.status).toBe(200);
  expect(valid.page).toContain("<h1>This certificate is valid</h1><p>Ada O&#39;Bi has completed the course");

  expect(valid.page).toContain(`<title ${HEAD_ATTRIBUTE}>This certificate is valid`);
  expect(valid.page).toContain(`<meta ${CRAWLER_ATTRIBUTE} property="og:title"`);

  await issue(academy, ada, "Ada Obi");
  const revoked = await open(id);
  expect(revoked.status).toBe(200);
  expect(revoked.page).toContain("It was replaced by one with a corrected name.");
  expect(revoked.page).not.toContain("Ada");

  for (const end of LINK_ENDS) {
    const { status, page } = await open(encodeURIComponent(`${id}${end}`));
    expect([end, status]).toEqual([end, 200]);
    expect(page).toContain("It was replaced by one with a corrected name.");
  }
  const unknown = await open("5f0e6a3c-6f0e-4a1b-8a52-3a3f5c1d2e4f");
  expect(unknown.status).toBe(404);
  expect(unknown.page).toContain("We have no certificate with this number.");
  for (const address of ["no-number", id.slice(1), "%E0%A4%A", "%00"]) {
    const { status, page } = await open(address);
    expect([address, status]).toEqual([address, 404]);
    expect(page).toContain("<h1>We could not check this certificate</h1><p>Check the address:");
    expect(page).not.toContain("is not valid");
  }
});
