import type { credentialFacts } from "../../domain/certificate.ts";

export type Facts = ReturnType<typeof credentialFacts>;

/**
 * What is known of a certificate: it is valid, it is not and why, it could not be checked, or it is checked again after
 * a while because the academy was asked too often from this network.
 * `keysFrom` is when this device received the issuer's keys, where the records could not be asked now: whether the
 * certificate was revoked, it cannot know.
 */
export type Answer =
  | { status: "valid"; facts: Facts; keysFrom: string | null }
  | { status: "invalid"; why: Fault; at?: string }
  | { status: "unchecked"; why: Hindrance }
  | { status: "waiting"; retryAfterSeconds: number };

/** `changed`: what it says is not what was signed. `notOurs`: by another issuer, or signed with a key that is not ours. */
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
 * `noIssuer`, `newKey`: this device has never seen the issuer, or not the key. `newForm`: written with vocabularies that
 * this version of the site does not know. `forgotten`: signed by us, and in our records no longer. `noTools`: the code is not here. `fault`: the check itself failed.
 */
export type Hindrance =
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
/** Whether it says anything of the certificate. */
export const isVerdict = (answer: Answer | null) =>
  answer?.status === "valid" || answer?.status === "invalid";
