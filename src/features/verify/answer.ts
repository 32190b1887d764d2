import type { credentialFacts } from "../../domain/certificate/certificate.ts";
import { CHECK_TEXT } from "../../domain/certificate/certificateText.ts";
import { SITE } from "../../domain/site.ts";

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

export const TITLES: Record<Answer["status"], string> = {
  valid: CHECK_TEXT.valid,
  invalid: CHECK_TEXT.invalid,
  unchecked: CHECK_TEXT.unchecked,
  waiting: CHECK_TEXT.waiting,
};

export const FACTS_NOTE = {
  compare:
    "Compare this name with the one on the paper or file that you were given: only the name shown here is signed.",
  now: "Its signature is valid, and our records confirm it as of today.",
  offline: (day: string) =>
    `Its signature is valid according to the keys that this device received from us on ${day}. Without our records we cannot say whether it has been revoked since it was issued.`,
} as const;

export const FAULTS: Record<Fault, string> = {
  replaced: CHECK_TEXT.replaced,
  withdrawn: CHECK_TEXT.withdrawn,
  unknown: CHECK_TEXT.unknown,
  changed: "Its content does not match what we signed: it was changed after it was issued.",
  notOurs: `It was not issued by ${SITE.name}.`,
  noCertificate:
    "There is no signed certificate in this file. A printed, scanned or exported copy no longer carries it: ask for the file that was downloaded from us.",
  twoCertificates: "This file contains two certificates. Ask for the file that was downloaded from us.",
  tooLarge: "The file is far larger than any certificate we issue.",
};

/**
 * Shown while waiting and for every reason why a check failed except `forgotten`, which does say something about the
 * certificate.
 */
export const SAYS_NOTHING = CHECK_TEXT.saysNothing;

export const HINDRANCES: Record<Hindrance, string> = {
  forgotten:
    "We signed it and nothing in it was changed. But it is no longer in our records, for example because an account was deleted, so we cannot say whether it is still valid.",
  address: CHECK_TEXT.address,
  offline: "We could not reach our records.",
  server: CHECK_TEXT.noAnswer,
  noIssuer:
    "This device has never received our public keys. Go online once, then it can check files offline too.",
  newKey: "It was signed with a key that this device has not seen yet. Go online once and try again.",
  newForm: "It is in a format that this version of the site cannot read. Reload this page and try again.",
  fault: "Something went wrong during the check. Reload this page and try again.",
  noTools:
    "The part of this site that checks certificates is not on this device yet. Go online once and try again.",
};

export const WAITING = (seconds: number) =>
  `Too many certificates were checked from your network in the last minute. This page checks again automatically in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
