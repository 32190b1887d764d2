import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  type Certificate,
  type CertificateKind,
  issueReplySchema,
  type VerifyReply,
  verifyReplySchema,
} from "../../src/domain/certificate/certificate.ts";
import { moduleOf } from "../../src/domain/course/course.ts";
import { COURSE_ID, LESSON_IDS } from "../../src/domain/ids.ts";
import { proveAddress } from "../commerce/shop.ts";
import type { Reply, TestAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";

export type Learner = { id: string; email: string; token: string };

/** A learner whose address is verified, so that a guest purchase with that address is attached to the account. */
export async function signUpProven(academy: TestAcademy): Promise<Learner> {
  const learner = await signUp(academy);
  await proveAddress(academy, learner.email);
  return learner;
}

/** A learner with an account but no order. */
export async function signUp(academy: TestAcademy): Promise<Learner> {
  const email = `${randomUUID()}@mail.example`;
  const { user, session } = await createAccount(academy.client(academy.secretKey), academy.client(), {
    email,
    password: "correct horse battery",
    firstName: "Ada",
    lastName: "Obi",
  });
  return { id: user.id, email, token: session.access_token };
}

/** Grants access through a paid order. */
export async function enrol(academy: TestAcademy, learner: Learner): Promise<void> {
  const [order] = await academy.backend.query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, user_id)
     values ('student', 'full', 'academy_student_full', 5000, 1000, 6000, $1, 'Ada', 'Obi', repeat('0', 64), $2)
     returning id`,
    [learner.email, learner.id],
  );
  await academy.backend.query("update public.orders set status = 'paid', paid_at = now() where id = $1", [
    order?.id,
  ]);
}

export async function completeLessons(academy: TestAcademy, learner: Learner, count: number): Promise<void> {
  for (const lessonId of LESSON_IDS.slice(0, count)) {
    await academy.backend.query(
      `insert into public.course_progress (user_id, course_id, module_id, lesson_id, completed)
       values ($1, $2, $3, $4, true) on conflict do nothing`,
      [learner.id, COURSE_ID, moduleOf(lessonId).id, lessonId],
    );
  }
}

/** Stores a quiz attempt as private.apply_attempt does after grading it. */
export async function attemptQuiz(
  academy: TestAcademy,
  learner: Learner,
  lessonId: string,
  score: number,
): Promise<void> {
  await academy.backend.query(
    `insert into public.quiz_attempts
       (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
     values (gen_random_uuid(), $1, $2, $3, 1, '{0,1,2,3,0}', $4, $4 >= 80, now(), private.next_rev($1))`,
    [learner.id, COURSE_ID, lessonId, score],
  );
}

/** A learner with access who has completed all lessons. */
export async function finish(academy: TestAcademy): Promise<Learner> {
  const learner = await signUp(academy);
  await enrol(academy, learner);
  await completeLessons(academy, learner, LESSON_IDS.length);
  return learner;
}

/** A capstone that was handed in and reviewed. */
export async function reviewCapstone(
  academy: TestAcademy,
  learner: Learner,
  scores: readonly number[] = [3, 3, 3, 3, 3],
): Promise<void> {
  await academy.backend.query(
    `with mine as (
       insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
       values (gen_random_uuid(), $1, $2, 1, '{"l11-purpose": "Written by the learner"}', now(), private.next_rev($1))
       returning id, user_id
     )
     insert into public.capstone_reviews
       (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence, reviewed_at)
     select id, user_id, $3, '{a,b,c,d,e}', 'Written by the reviewer', true, true, '2026-11-20T10:00:00Z' from mine`,
    [learner.id, COURSE_ID, scores],
  );
}

/** Without a kind, the request is one of an earlier version of the app. */
export function ask(
  academy: TestAcademy,
  learner: Learner,
  holderName: string,
  kind?: CertificateKind,
): Promise<Reply> {
  const body = { courseId: COURSE_ID, holderName, kind };
  return academy.call("issue-certificate", body, { authorization: `Bearer ${learner.token}` });
}

/** Requests a certificate and expects success. */
export async function issue(
  academy: TestAcademy,
  learner: Learner,
  holderName: string,
  kind?: CertificateKind,
): Promise<Certificate> {
  const reply = await ask(academy, learner, holderName, kind);
  expect(reply).toMatchObject({ status: 200 });
  return issueReplySchema.parse(reply.body).certificate;
}

/** GETs one of the public functions. */
export function read(academy: TestAcademy, path: string, headers: Record<string, string> = {}) {
  return fetch(`${academy.url}/functions/v1/${path}`, { headers });
}

export async function verify(academy: TestAcademy, id: string): Promise<VerifyReply> {
  return verifyReplySchema.parse(await (await read(academy, `verify-certificate?id=${id}`)).json());
}
