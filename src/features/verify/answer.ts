import type { credentialFacts } from "../../domain/certificate/certificate.ts";

export type Facts = ReturnType<typeof credentialFacts>;

/**
 * The result of a check: the certificate is valid, is invalid for a reason, or could not be checked, or the check must
 * wait because this network has made too many requests. `keysFrom` is the time at which this device received the
 * issuer's keys. It is set if the records could not be reached now, so that the certificate may have been revoked
 * since.
 */
export type Answer =
  | { status: "valid"; facts: Facts; keysFrom: string | null }
  | { status: "invalid"; why: Fault; at?: string }
  | { status: "unchecked"; why: Hindrance }
  | { status: "waiting"; retryAfterSeconds: number };

/**
 * `changed`: the content differs from what was signed. `notOurs`: from another issuer, or signed with a key that is not
 * ours.
 */
export type Fault =
  | "replaced"
  | "withdrawn"
  | "unknown"
  | "changed"
  | "notOurs"
  | "noCertificate"
  | "twoCertificates"
  | "tooLarge";

/**
 * `address`: the link contains no certificate number. `noIssuer`, `newKey`: this device has never received any of the issuer's keys, or has not received this one.
 * `newForm`: uses vocabularies that this version of the site does not know. `forgotten`: signed by us, but no longer in
 * our records. `noTools`: the code could not be loaded. `fault`: the check itself failed.
 */
export type Hindrance =
  | "address"
  | "offline"
  | "server"
  | "noIssuer"
  | "newKey"
  | "newForm"
  | "forgotten"
  | "noTools"
  | "fault";

export const invalid = (why: Fault, at?: string): Answer => ({
  status: "invalid",
  why,
  ...(at === undefined ? {} : { at }),
});
export const unchecked = (why: Hindrance): Answer => ({ status: "unchecked", why });
export const waiting = (retryAfterSeconds: number): Answer => ({ status: "waiting", retryAfterSeconds });
/** True if the answer is a verdict on the certificate. */
export const isVerdict = (answer: Answer | null) =>
  answer?.status === "valid" || answer?.status === "invalid";
