import * as z from "zod/mini";
import { COURSE_ID } from "../ids.ts";
import { paths } from "../paths.ts";
import { cleanLine } from "../text/typedText.ts";
import { holderNameFault } from "./holderName.ts";

/** The URL where anyone can check a certificate. It is also the credential's id. */
export function verifyUrl(siteUrl: string, certificateId: string): string {
  return `${siteUrl}${paths.verify(certificateId)}`;
}

/** A holder's name: cleaned, then validated. Validation issues have messages for the holder. */
export const holderNameSchema = z.pipe(z.string(), z.transform(cleanLine)).check(
  z.superRefine((name, context) => {
    const fault = holderNameFault(name);
    if (fault) context.addIssue({ code: "custom", message: fault });
  }),
);

/** `completion`: all lessons were completed. `capstone`: a reviewer read the capstone, and it passed. */
const CERTIFICATE_KINDS = ["completion", "capstone"] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];
/** As they are called within a sentence. */
export const CERTIFICATE_NAMES = {
  completion: "certificate",
  capstone: "capstone credential",
} as const satisfies Record<CertificateKind, string>;
/** Devices and servers of an earlier version know only one kind and do not name it. */
const kindSchema = z._default(z.enum(CERTIFICATE_KINDS), "completion");

// ---------------------------------------------------------------- issue-certificate

/**
 * POST, authenticated. Errors (`code` of FailureBody): `bad_request` (the name), `unauthorized`, `not_entitled` (403),
 * `incomplete` (409, the message names the lessons), `not_passed` (409, for a capstone), `plan_running` (409, the message names the date of the last
 * payment), `already_corrected` (409), `certificate_revoked` (409, by staff and for good), `second_factor_needed` and `password_change_needed` (403), `rate_limited`.
 */
export const issueRequestSchema = z.object({
  courseId: z.literal(COURSE_ID),
  holderName: holderNameSchema,
  kind: kindSchema,
});

const certificateSchema = z.object({
  id: z.uuid(),
  holderName: z.string(),
  issuedAt: z.iso.datetime({ offset: true }),
  /** The signed credential as JSON text. Store, attach and pass it on unchanged. */
  credential: z.string(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** `canCorrect`: whether one more correction of the name would be accepted. */
export const issueReplySchema = z.object({ certificate: certificateSchema, canCorrect: z.boolean() });
export type IssueReply = z.infer<typeof issueReplySchema>;

// ---------------------------------------------------------------- the learner's own rows

/**
 * Why a certificate is no longer valid: `revoked` because of a lost dispute or an unpaid plan, or `withdrawn` by the
 * academy itself.
 */
const REVOKED_REASONS = ["name_corrected", "refunded", "revoked", "withdrawn"] as const;

/**
 * PostgREST returns times as ISO 8601; the embedded database uses Postgres's format, which not every browser can parse.
 */
export const rowTime = z.pipe(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) => value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
    ),
    z.iso.datetime({ offset: true }),
  ),
  z.transform((value) => new Date(value).toISOString()),
);

/** Columns of the table `certificates`, which learners select directly under row-level security. */
export const CERTIFICATE_COLUMNS = "id,holder_name,issued_at,credential,revoked_at,revoked_reason,kind";
export const certificateRowSchema = z.object({
  id: z.uuid(),
  holder_name: z.string(),
  issued_at: rowTime,
  credential: z.string(),
  revoked_at: z.nullable(rowTime),
  revoked_reason: z.nullable(z.enum(REVOKED_REASONS)),
  kind: kindSchema,
});
export const certificateRowsSchema = z.array(certificateRowSchema);
export type CertificateRows = z.infer<typeof certificateRowsSchema>;

/** A learner's certificate, `null` if none is valid. `isWithdrawn`: staff revoked it, and no new one is issued. */
export type OwnCertificate = { certificate: Certificate | null; canCorrect: boolean; isWithdrawn?: boolean };

/** Interprets the learner's rows for one course and one kind. */
export function readOwnCertificate(
  all: CertificateRows,
  kind: CertificateKind = "completion",
): OwnCertificate {
  const rows = all.filter((row) => row.kind === kind);
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
    isWithdrawn: rows.some((row) => row.revoked_reason === "withdrawn"),
  };
}

// ---------------------------------------------------------------- verify-certificate

/**
 * GET ?id=. An unknown id is answered with 404 and the code `not_found`. Any other failure means that nothing was
 * checked.
 */
export const verifyReplySchema = z.discriminatedUnion("status", [
  z.object({
    /** `sample`: the one that visitors may check. It is signed like all others, and nobody holds it. */
    status: z.enum(["valid", "sample"]),
    id: z.uuid(),
    holderName: z.string(),
    /** What it certifies: the course, or the reviewed capstone of the course. */
    course: z.string(),
    issuedAt: z.iso.datetime({ offset: true }),
    credential: z.string(),
    kind: kindSchema,
  }),
  /**
   * Contains no name. `replaced`: a certificate with a corrected name replaced it; `withdrawn`: it is no longer valid.
   */
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
  publicKeyMultibase: z.string().check(z.startsWith("z6Mk")),
});
export type IssuerKey = z.infer<typeof issuerKeySchema>;

/**
 * GET: the issuer with all keys for checking certificates, each listed under every id that a proof may use for it.
 * Verifiers may cache it.
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
 * The part of a credential that we read (Open Badges 3.0, Verifiable Credentials 2.0). Credentials contain more, and
 * the proof covers all of it, so a document that fits this schema is not yet verified.
 */
export const credentialSchema = z.looseObject({
  id: z.url(),
  name: z.string(),
  /** `official` is the person who signs, with their role. */
  issuer: z.looseObject({ id: z.url(), name: z.string(), official: z.optional(z.string()) }),
  validFrom: z.iso.datetime({ offset: true }),
  credentialSubject: z.looseObject({
    identifier: z.tuple([z.looseObject({ identityType: z.literal("name"), identityHash: z.string() })]),
    achievement: z.looseObject({ id: z.url(), name: z.string() }),
    /** When the capstone was reviewed. */
    activityEndDate: z.optional(z.iso.datetime({ offset: true })),
    /** The number of quizzes passed, or the reviewer's points. The earliest certificates do not contain it. */
    result: z.optional(z.tuple([z.looseObject({ value: z.string().check(z.regex(/^\d{1,2}$/)) })])),
  }),
  credentialStatus: z.looseObject({ statusListIndex: z.string(), statusListCredential: z.url() }),
  proof: z.looseObject({ type: z.literal("DataIntegrityProof"), verificationMethod: z.string() }),
});
export type Credential = z.infer<typeof credentialSchema>;

/** What the proof of a credential is checked with, whatever the credential says. */
export const signedSchema = z.looseObject({
  issuer: z.looseObject({ id: z.string() }),
  proof: credentialSchema.shape.proof,
});
export type Signed = z.infer<typeof signedSchema>;

/** The end of the id of the achievement that a reviewed capstone is. */
export const CAPSTONE_ACHIEVEMENT = "-capstone";

/**
 * The parts of a credential that are displayed. `id` is the certificate's id: the last path segment of the credential's
 * URL.
 */
export function credentialFacts(credential: Credential) {
  const { achievement, activityEndDate, result } = credential.credentialSubject;
  const [assessed] = result ?? [];
  const kind: CertificateKind = achievement.id.endsWith(CAPSTONE_ACHIEVEMENT) ? "capstone" : "completion";
  const value = assessed ? Number(assessed.value) : null;
  return {
    id: credential.id.slice(credential.id.lastIndexOf("/") + 1),
    holderName: credential.credentialSubject.identifier[0].identityHash,
    kind,
    course: achievement.name,
    issuedAt: credential.validFrom,
    issuerName: credential.issuer.name,
    signatory: credential.issuer.official ?? null,
    /** The number of quizzes passed, or null if the certificate does not contain it. */
    quizzesPassed: kind === "completion" ? value : null,
    /** The reviewer's points for a capstone, and the time of the review. */
    marks: kind === "capstone" ? value : null,
    reviewedAt: kind === "capstone" ? (activityEndDate ?? null) : null,
  };
}
