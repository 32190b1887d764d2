import { COURSE, TOTAL_LESSONS } from "./course.ts";
import { SITE } from "./site.ts";

/** What stands on every certificate, on screen and on paper. It says "completed", never "passed". */
export const CERTIFICATE_TEXT = {
  title: "Certificate of completion",
  sentence: "has completed the course",
  scan: "Scan to check",
  signed: "Signed digitally by",
  extent: `${COURSE.modules.length} modules, ${TOTAL_LESSONS} lessons`,
  modules: COURSE.modules.map((module) => module.title),
} as const;

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** What the result of a credential counts, and the beginning of what is said of it to people. */
export const ASSESSED = "Quizzes passed, graded by the academy";

export function assessmentText(quizzesPassed: number): string {
  return `${ASSESSED}: ${quizzesPassed === 0 ? "none" : `${quizzesPassed} of ${TOTAL_LESSONS}`}`;
}

/** In the place of `assessmentText` on a draft, while the device does not know what the server will count. */
export const UNKNOWN_ASSESSMENT = "The certificate states how many quizzes the academy has graded as passed.";

/** Why there is no certificate yet. `lastDueAt` is when the plan's last payment is due, where that is known. */
export function planRunningText(lastDueAt: string | null): string {
  const due = lastDueAt === null ? "" : `, due on ${certificateDay(lastDueAt)}`;
  return `Your payment plan is still running. Your certificate is issued when the last payment has been made${due}.`;
}

/** Who signed, a line each: the issuer, whose key the signature is of, after the person who answers for it if there is one. */
export function signatoryLines(issuerName: string): string[] {
  const person = SITE.signatory;
  return person ? [person.name, `${person.role}, ${issuerName}`] : [issuerName];
}

/** "21 November 2026" of an ISO time; the same day wherever it is read. */
export function certificateDay(iso: string): string {
  return DAY.format(new Date(iso));
}

/** What the page of a certificate says of it, drawn by the app or written by the server for those without scripts. */
export const CHECK_TEXT = {
  valid: "This certificate is valid",
  invalid: "This certificate is not valid",
  unchecked: "We could not check this certificate",
  waiting: "This certificate is waiting to be checked",
  replaced: "It was replaced by one with a corrected name. Ask its holder for the new certificate.",
  withdrawn: "It was issued and has since been revoked.",
  unknown: "We have no certificate with this number.",
  noAnswer: "Our records did not respond correctly.",
  saysNothing: "This says nothing about the certificate.",
} as const;
