import { SITE } from "../../domain/site.ts";
import type { Answer, Fault, Hindrance } from "./answer.ts";

export const TITLES: Record<Answer["status"], string> = {
  valid: "This certificate is valid",
  invalid: "This certificate is not valid",
  unchecked: "We could not check this certificate",
  waiting: "This certificate is waiting to be checked",
};

export const FACTS_NOTE = {
  compare:
    "Compare this name with the one on the paper or file that you were given: only what stands here is signed.",
  now: "Its signature holds, and our records say the same today.",
  offline: (day: string) =>
    `Its signature holds by the keys that this device received from us on ${day}. Without our records we cannot say whether it was revoked since it was issued.`,
} as const;

export const FAULTS: Record<Fault, string> = {
  replaced: "It was replaced by one with a corrected name. Ask its holder for the new certificate.",
  withdrawn: "It was issued and has since been revoked.",
  unknown: "Our records hold no certificate with this number.",
  changed: "What it says is not what we signed: it was changed after it was issued.",
  notOurs: `It was not issued by ${SITE.name}.`,
  noCertificate:
    "There is no signed certificate in this file. A printed, scanned or exported copy no longer carries it: ask for the file that was downloaded from us.",
  twoCertificates: "This file contains two certificates. Ask for the file that was downloaded from us.",
  tooLarge: "The file is far larger than any certificate of ours.",
};

/** For every hindrance but the one that does say something. */
export const SAYS_NOTHING = "This says nothing about the certificate.";

export const HINDRANCES: Record<Hindrance, string> = {
  forgotten:
    "We signed it and nothing in it was changed. But our records no longer hold it, as when an account was deleted, and we cannot say whether it still counts.",
  offline: "There is no connection to our records.",
  server: "Our records did not answer as they should.",
  noIssuer:
    "This device has never received our public keys. Connect once, then it can check files offline too.",
  newKey: "It was signed with a key that this device has not seen yet. Connect once and try again.",
  newForm:
    "It is written in a form that this version of the site cannot read. Reload this page and try again.",
  fault: "Something went wrong while it was checked here. Reload this page and try again.",
  noTools:
    "The part of this site that checks certificates is not on this device yet. Connect once and try again.",
};

export const WAITING = (seconds: number) =>
  `More certificates were checked from your network in the last minute than we answer. This page checks again by itself in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
