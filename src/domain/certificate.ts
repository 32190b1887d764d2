import { z } from "zod";
import { cleanHolderName, holderNameFault } from "./holderName.ts";
import { COURSE_ID } from "./ids.ts";
import { paths } from "./paths.ts";

/** Where anyone checks a certificate, as a full address; it is the credential's id too. */
export function verifyUrl(siteUrl: string, certificateId: string): string {
  return `${siteUrl}${paths.verify(certificateId)}`;
}

/** A holder's name as text: cleaned, then checked. Issues carry words for the holder. */
const holderNameSchema = z
  .string()
  .transform(cleanHolderName)
  .superRefine((name, context) => {
    const fault = holderNameFault(name);
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

// ---------------------------------------------------------------- issue-certificate

/**
 * POST, as the learner. Refusals (`code` of FailureBody): `bad_request` (the name), `unauthorized`, `not_entitled` (403),
 * `incomplete` (409, the text names the lessons), `plan_running` (409, the text names the day of the last payment),
 * `already_corrected` (409), `second_factor_needed` and `password_change_needed` (403), `rate_limited`.
 */
export const issueRequestSchema = z.object({ courseId: z.literal(COURSE_ID), holderName: holderNameSchema });

const certificateSchema = z.object({
  id: z.uuid(),
  holderName: z.string(),
  issuedAt: z.iso.datetime({ offset: true }),
  /** The signed credential as JSON text: to be kept, attached and handed on as it is. */
  credential: z.string(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** `canCorrect`: whether another name would still be accepted. */
export const issueReplySchema = z.object({ certificate: certificateSchema, canCorrect: z.boolean() });
export type IssueReply = z.infer<typeof issueReplySchema>;

// ---------------------------------------------------------------- the learner's own rows

/** Why a certificate ended: `revoked` by a lost dispute or a plan that ended unpaid, `withdrawn` by the academy itself. */
const REVOKED_REASONS = ["name_corrected", "refunded", "revoked", "withdrawn"] as const;

/** PostgREST writes times as ISO 8601; the embedded one as Postgres does, which not every browser reads. */
export const rowTime = z
  .string()
  .transform((value) => value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((value) => new Date(value).toISOString());

/** Columns of the table `certificates`, which a learner reads by a plain select of the own rows. */
export const CERTIFICATE_COLUMNS = "id,holder_name,issued_at,credential,revoked_at,revoked_reason";
export const certificateRowSchema = z.object({
  id: z.uuid(),
  holder_name: z.string(),
  issued_at: rowTime,
  credential: z.string(),
  revoked_at: rowTime.nullable(),
  revoked_reason: z.enum(REVOKED_REASONS).nullable(),
});
export const certificateRowsSchema = z.array(certificateRowSchema);

/** What a learner has: `null` certificate for none that is valid. */
export type OwnCertificate = { certificate: Certificate | null; canCorrect: boolean };

/** Reads the learner's rows of one course as what they mean now. */
export function readOwnCertificate(rows: z.infer<typeof certificateRowsSchema>): OwnCertificate {
  const valid = rows.find((row) => row.revoked_at === null);
  return {
    certificate: valid
      ? {
          id: valid.id,
          holderName: valid.holder_name,
          issuedAt: valid.issued_at,
          credential: valid.credential,
        }
      : null,
    canCorrect: rows.every((row) => row.revoked_reason !== "name_corrected"),
  };
}

// ---------------------------------------------------------------- verify-certificate

/** GET ?id=. Unknown ids are answered with 404 and the code `not_found`; anything else that fails was not checked. */
export const verifyReplySchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("valid"),
    id: z.uuid(),
    holderName: z.string(),
    course: z.string(),
    issuedAt: z.iso.datetime({ offset: true }),
    credential: z.string(),
  }),
  /** Says no name. `replaced`: a certificate with a corrected name took its place; `withdrawn`: it ended. */
  z.object({
    status: z.literal("revoked"),
    id: z.uuid(),
    revokedAt: z.iso.datetime({ offset: true }),
    reason: z.enum(["replaced", "withdrawn"]),
  }),
]);
export type VerifyReply = z.infer<typeof verifyReplySchema>;

// ---------------------------------------------------------------- certificate-issuer

const issuerKeySchema = z.looseObject({
  id: z.string(),
  type: z.literal("Multikey"),
  controller: z.url(),
  publicKeyMultibase: z.string().startsWith("z6Mk"),
});
export type IssuerKey = z.infer<typeof issuerKeySchema>;

/**
 * GET: who issues, with every key that certificates are checked by, each under every id that a proof may name it by.
 * A verifier may cache it.
 */
export const issuerSchema = z.looseObject({
  "@context": z.array(z.unknown()),
  id: z.url(),
  name: z.string(),
  assertionMethod: z.array(issuerKeySchema),
});
export type Issuer = z.infer<typeof issuerSchema>;

// ---------------------------------------------------------------- the credential

/**
 * What we read of a credential (Open Badges 3.0, Verifiable Credentials 2.0). It carries more; the proof covers all of
 * it, so a document that fits this shape is not yet a true one.
 */
export const credentialSchema = z.looseObject({
  id: z.url(),
  name: z.string(),
  issuer: z.looseObject({ id: z.url(), name: z.string() }),
  validFrom: z.iso.datetime({ offset: true }),
  credentialSubject: z.looseObject({
    identifier: z.tuple([z.looseObject({ identityType: z.literal("name"), identityHash: z.string() })]),
    achievement: z.looseObject({ id: z.url(), name: z.string() }),
    /** Quizzes passed. Certificates of the first days have none. */
    result: z.tuple([z.looseObject({ value: z.string().regex(/^\d{1,2}$/) })]).optional(),
  }),
  credentialStatus: z.looseObject({ statusListIndex: z.string(), statusListCredential: z.url() }),
  proof: z.looseObject({ type: z.literal("DataIntegrityProof"), verificationMethod: z.string() }),
});
export type Credential = z.infer<typeof credentialSchema>;

/** What a credential says, for people. `id` is the certificate's: the last part of the credential's address. */
export function credentialFacts(credential: Credential) {
  const [assessed] = credential.credentialSubject.result ?? [];
  return {
    id: credential.id.slice(credential.id.lastIndexOf("/") + 1),
    holderName: credential.credentialSubject.identifier[0].identityHash,
    course: credential.credentialSubject.achievement.name,
    issuedAt: credential.validFrom,
    issuerName: credential.issuer.name,
    /** Null where the certificate says nothing of it. */
    quizzesPassed: assessed ? Number(assessed.value) : null,
  };
}
