import { RUBRIC } from "../course/capstone.ts";
import { COURSE, TOTAL_LESSONS } from "../course/course.ts";
import { MAX_MARK } from "../course/marks.ts";
import { once } from "../once.ts";
import type { CertificateKind } from "./certificate.ts";

type Signatories = { issuerName: string; signatory: string | null };

/** What each kind of certificate says. One of completion says "completed", never "passed". */
export const KIND_TEXT: Record<CertificateKind, { title: string; sentence: string; achievement: string }> = {
  completion: {
    title: "Certificate of completion",
    sentence: "has completed the course",
    achievement: COURSE.title,
  },
  capstone: {
    title: "Capstone reviewed",
    sentence: "has earned the credential",
    achievement: `Capstone reviewed: ${COURSE.title}`,
  },
};

/** The sample certificate. What is signed says that it is one, so that no copy of it can pass for a learner's. */
export const SAMPLE_TEXT = {
  holderName: "Sample Learner",
  achievement: `Sample: ${COURSE.title}`,
  title: "This is a sample, not a certificate",
  note: "Nobody has earned it. We signed it as we sign real certificates, and this page has checked its signature, so that you can see how a check works.",
} as const;

/** The text of every certificate, on screen and in print. */
export const CERTIFICATE_TEXT = {
  scan: "Scan to check",
  signed: "Digitally signed by",
  extent: `${COURSE.modules.length} modules, ${TOTAL_LESSONS} lessons`,
  modules: COURSE.modules.map((module) => module.title),
} as const;

const DAY = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }));

/** The name of a credential's result, which is also the beginning of the sentence shown to people. */
export const ASSESSED = "Quizzes passed, graded by the academy";

export function assessmentText(quizzesPassed: number): string {
  return `${ASSESSED}: ${quizzesPassed === 0 ? "none" : `${quizzesPassed} of ${TOTAL_LESSONS}`}`;
}

/** How a capstone is assessed, in one sentence. */
export const CAPSTONE_ASSESSED =
  "A reviewer read the Plural AI Review, the course's final work, against a rubric of five rows";
export const CAPSTONE_MAX_MARKS = RUBRIC.length * MAX_MARK;

/** What was assessed, as the certificate says it. Null if it does not. */
export function assessmentOf({
  quizzesPassed,
  marks,
  reviewedAt,
}: {
  quizzesPassed: number | null;
  marks: number | null;
  reviewedAt: string | null;
}): string | null {
  if (quizzesPassed !== null) return assessmentText(quizzesPassed);
  if (marks === null) return null;
  const day = reviewedAt === null ? "" : ` on ${certificateDay(reviewedAt)}`;
  return `${CAPSTONE_ASSESSED}: ${marks} of ${CAPSTONE_MAX_MARKS} points, passed${day}`;
}

/** Replaces `assessmentText` in a draft, because the device does not know what the server will count. */
export const UNKNOWN_ASSESSMENT = "The certificate states how many quizzes the academy has graded as passed.";

/** Why there is no certificate yet. `lastDueAt` is the due date of the plan's last payment, if known. */
export function planRunningText(lastDueAt: string | null): string {
  const due = lastDueAt === null ? "" : `, due on ${certificateDay(lastDueAt)}`;
  return `Your payment plan is still running. Your certificate will be issued once the last payment has been made${due}.`;
}

/**
 * The signatories, one per line: the person who signs, if any, then the issuer, with whose key the certificate is
 * signed.
 */
export function signatoryLines({ issuerName, signatory }: Signatories): string[] {
  return signatory === null ? [issuerName] : [signatory, issuerName];
}

/** Formats an ISO time as "21 November 2026", the same day in every time zone. */
export function certificateDay(iso: string): string {
  return DAY().format(new Date(iso));
}

/** The texts of a certificate's public page, rendered by the app or, without scripts, by the server. */
export const CHECK_TEXT = {
  valid: "This certificate is valid",
  invalid: "This certificate is not valid",
  unchecked: "We could not check this certificate",
  waiting: "This certificate is waiting to be checked",
  replaced: "It was replaced by one with a corrected name. Ask its holder for the new certificate.",
  withdrawn: "It was issued and has since been revoked.",
  unknown: "We have no certificate with this number.",
  address:
    "Check the address: it contains no complete certificate number. Open the link again where you found it, or copy all of it.",
  noAnswer: "Our server did not return a valid response.",
  saysNothing: "This does not mean that the certificate is invalid.",
} as const;
