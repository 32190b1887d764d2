import { localStore } from "../db/store/localStore.ts";
import {
  type CertificateKind,
  type IssueReply,
  type Issuer,
  issueReplySchema,
  issuerSchema,
  type VerifyReply,
  verifyReplySchema,
} from "../domain/certificate/certificate.ts";
import { COURSE_ID } from "../domain/ids.ts";
import { browserEnv } from "./env.ts";
import { type CallResult, callFunction } from "./functions.ts";
import { asFields, parseJson } from "./session/storedSession.ts";

const GET_TIMEOUT_MS = 20_000;
const LONGEST_WAIT_SECONDS = 60;
/** The issuer as last received, for checks without a connection. */
const ISSUER_KEY = "academy-certificate-issuer";

/** Requests a certificate of this kind in this name for the signed-in learner. */
export function issueCertificate(holderName: string, kind: CertificateKind): Promise<CallResult<IssueReply>> {
  return callFunction("issue-certificate", { courseId: COURSE_ID, holderName, kind }, issueReplySchema);
}

/** `offline`: no server could be reached. `server`: a server responded, but not with a valid reply. */
type Unanswered = { status: "unanswered"; why: "offline" | "server" };
/** Means that this network has made too many requests. */
type Limited = { status: "limited"; retryAfterSeconds: number };
export type RecordAnswer =
  | { status: "answered"; reply: VerifyReply }
  | { status: "unknown" }
  | Limited
  | Unanswered;

/** Looks up a certificate in the academy's records. Needs no account. */
export async function askRecords(certificateId: string): Promise<RecordAnswer> {
  const answer = await get(`verify-certificate?id=${encodeURIComponent(certificateId)}`);
  if (answer.status !== "json") return answer;
  if (answer.httpStatus === 404 && asFields(answer.json)?.code === "not_found") return { status: "unknown" };
  const reply = verifyReplySchema.safeParse(answer.json);
  return reply.success ? { status: "answered", reply: reply.data } : { status: "unanswered", why: "server" };
}

/**
 * The issuer with its public keys. `seenAt` is the ISO time at which this device received it from the server; `isFresh`
 * means just now.
 */
export type SeenIssuer = { status: "seen"; issuer: Issuer; seenAt: string; isFresh: boolean };

/**
 * The issuer from the server or, failing that, as last stored on this device. If neither is available, the rate limit
 * or null.
 */
export async function loadIssuer(): Promise<SeenIssuer | Limited | null> {
  const answer = await get("certificate-issuer");
  const issuer = answer.status === "json" ? issuerSchema.safeParse(answer.json) : null;
  if (!issuer?.success) return storedIssuer() ?? (answer.status === "limited" ? answer : null);
  const seen = { issuer: issuer.data, seenAt: new Date().toISOString() };
  try {
    localStore()?.setItem(ISSUER_KEY, JSON.stringify(seen));
  } catch (error) {
    // Storage is full or blocked, so this device can check certificates only with a connection.
    console.info("The issuer's keys could not be stored", error);
  }
  return { ...seen, status: "seen", isFresh: true };
}

function storedIssuer(): SeenIssuer | null {
  const stored = asFields(parseJson(localStore()?.getItem(ISSUER_KEY) ?? null));
  const issuer = issuerSchema.safeParse(stored?.issuer);
  return issuer.success && typeof stored?.seenAt === "string"
    ? { status: "seen", issuer: issuer.data, seenAt: stored.seenAt, isFresh: false }
    : null;
}

async function get(
  path: string,
): Promise<{ status: "json"; httpStatus: number; json: unknown } | Limited | Unanswered> {
  try {
    const response = await fetch(`${browserEnv().functionsUrl}/${path}`, {
      headers: { accept: "application/json" },
      // The cache must not hide a recent key or revocation.
      cache: "no-cache",
      signal: AbortSignal.timeout(GET_TIMEOUT_MS),
    });
    if (response.status === 429) return { status: "limited", retryAfterSeconds: secondsToWait(response) };
    return { status: "json", httpStatus: response.status, json: parseJson(await response.text()) };
  } catch {
    // fetch rejects for every kind of unreachable network, with browser-specific errors.
    return { status: "unanswered", why: "offline" };
  }
}

/** A gateway in front of the functions may send a date instead of seconds, or nothing. */
function secondsToWait(response: Response): number {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds >= 1 ? Math.min(Math.ceil(seconds), LONGEST_WAIT_SECONDS) : LONGEST_WAIT_SECONDS;
}
