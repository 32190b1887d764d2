import { CHECK_TEXT } from "../../domain/certificate/certificateText.ts";
import { SITE } from "../../domain/site.ts";
import type { Answer, Fault, Hindrance } from "./answer.ts";

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
