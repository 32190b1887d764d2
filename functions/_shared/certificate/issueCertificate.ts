import { z } from "zod";
import type { CertificateKind } from "../../../src/domain/certificate/certificate.ts";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import { callDatabase } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { providerFacts } from "../providerFacts.ts";
import { certificateCredential } from "./credential.ts";

const refusalSchemas = [
  z.object({ outcome: z.literal("not_entitled") }),
  z.object({ outcome: z.literal("revoked") }),
  z.object({ outcome: z.literal("changed_meanwhile") }),
  z.object({ outcome: z.literal("already_corrected") }),
  z.object({ outcome: z.literal("incomplete"), missing: z.array(z.string()) }),
  z.object({ outcome: z.literal("not_passed") }),
  z.object({ outcome: z.literal("plan_running"), last_due_at: z.string().nullable() }),
] as const;

const issuedSchema = z.object({
  outcome: z.literal("issued"),
  can_correct: z.boolean(),
  certificate: z.object({
    id: z.uuid(),
    holder_name: z.string(),
    issued_at: z.string(),
    credential: z.string(),
  }),
});
const ready = { outcome: z.literal("ready"), id: z.uuid(), holder_name: z.string(), status_index: z.int() };
const readySchemas = [
  z.object({ ...ready, kind: z.literal("completion"), quizzes_passed: z.int() }),
  z.object({ ...ready, kind: z.literal("capstone"), marks: z.int(), reviewed_at: z.string() }),
] as const;

const keptSchema = z.discriminatedUnion("outcome", [issuedSchema, ...refusalSchemas]);
const preparedSchema = z.union([...readySchemas, issuedSchema, ...refusalSchemas]);

export type IssueOutcome = z.infer<typeof keptSchema>;

/** Staff correct the name of this certificate. The correction is recorded if it is issued. */
type Correction = { replaces: string; actor: string; reason: string };

/**
 * Issues the learner's certificate of this kind or returns the existing one, based only on rows in the database. Safe to
 * repeat and to run concurrently: only one certificate is created. If `holderName` is null, the name confirmed earlier
 * is used.
 */
export async function issueCertificate(
  call: Call,
  userId: string,
  holderName: string | null,
  kind: CertificateKind,
  correction?: Correction,
): Promise<IssueOutcome> {
  const learner = {
    ...{ p_user: userId, p_course: COURSE_ID, p_kind: kind },
    ...(correction && { p_replaces: correction.replaces }),
  };
  const prepared = await callDatabase(
    call.admin,
    "prepare_certificate",
    { ...learner, p_name: holderName },
    preparedSchema,
  );
  if (prepared.outcome !== "ready") return prepared;

  const { sign } = await import("./sign.ts");
  const issuedAt = new Date().toISOString();
  const credential = certificateCredential(call.env, await providerFacts(call.admin, call.env), {
    id: prepared.id,
    holderName: prepared.holder_name,
    issuedAt,
    statusIndex: prepared.status_index,
    assessed:
      prepared.kind === "capstone"
        ? { kind: prepared.kind, marks: prepared.marks, reviewedAt: prepared.reviewed_at }
        : { kind: prepared.kind, quizzesPassed: prepared.quizzes_passed },
  });
  const { signed, publicKey } = await sign(call.env, credential);

  const kept = await callDatabase(
    call.admin,
    "issue_certificate",
    {
      ...learner,
      ...(correction && { p_actor: correction.actor, p_reason: correction.reason }),
      p_id: prepared.id,
      p_name: prepared.holder_name,
      p_issued_at: issuedAt,
      p_credential: JSON.stringify(signed),
      p_public_key: publicKey,
    },
    keptSchema,
  );
  if (kept.outcome === "issued") call.log.info("certificate", { certificate: kept.certificate.id });
  return kept;
}
