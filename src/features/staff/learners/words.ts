import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import type { IdentityCheck } from "../../../domain/staff/learners.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import type { Device, LearnerPage, LearnerRow, Removal } from "./learnerSchemas.ts";

export const CHECK_WORDS: Record<IdentityCheck, string> = {
  video_call: "Video call with a photo ID",
  in_person: "In person with a photo ID",
  letter: "Signed letter with a copy of a photo ID",
};

const FACTOR_WORDS = { totp: "Authenticator app", phone: "Phone", webauthn: "Passkey" };
const PROVIDER_WORDS: Record<string, string | undefined> = { google: "Google", github: "GitHub" };

/** "Students", or "Students, paused" */
export function accessWords(access: LearnerRow["access"]): string {
  if (!access) return "None";
  const { label } = TIER_PLANS[access.tier];
  if (access.status === "active") return label;
  return `${label}, ${access.status === "paused" ? "paused" : "ended"}`;
}

export function passwordWords({ has_password, must_change_password }: LearnerPage["sign_in"]): string {
  if (must_change_password)
    return has_password ? "Temporary, and not replaced yet" : "The temporary password has expired";
  return has_password ? "Chosen by the learner" : "None";
}

export function providerWords(providers: readonly string[]): string {
  return providers.map((each) => PROVIDER_WORDS[each] ?? each).join(" and ");
}

export function factorWords(factors: LearnerPage["sign_in"]["factors"]): string {
  if (factors.length === 0) return "None";
  return factors
    .map(({ type, added_at }) => `${FACTOR_WORDS[type]}, added ${formatDay(added_at)}`)
    .join("; ");
}

export function capstoneWords(capstone: LearnerPage["progress"]["capstone"]): string {
  if (!capstone) return "Not handed in";
  const { attempt, handed_in_at, passed, reviewed_at } = capstone;
  const which = attempt === 1 ? "Handed in" : "Handed in a second time";
  if (!reviewed_at) return `${which} ${formatDay(handed_in_at)}, not reviewed`;
  return `${which} ${formatDay(handed_in_at)}, ${passed ? "passed" : "not passed"} ${formatDay(reviewed_at)}`;
}

const entries = (count: number) => `${count} ${count === 1 ? "entry" : "entries"}`;

/** What a device still had when it last synced: "3 entries were waiting on this device as of 25 Nov 2026, 09:12" */
export function waitingWords({ synced_at, unsent, refused }: Device): string {
  if (synced_at === null) return "Has not synced since it signed in";
  if (unsent === null || refused === null) return "Unknown: this device has an older version of the app";
  const at = formatMoment(synced_at);
  if (unsent + refused === 0) return `Nothing was waiting as of ${at}`;
  const parts = [
    unsent > 0 && `${entries(unsent)} ${unsent === 1 ? "was" : "were"} waiting`,
    refused > 0 && `${entries(refused)} had been rejected`,
  ];
  return `${parts.filter(Boolean).join(" and ")} on this device as of ${at}`;
}

/** How a request to remove the second factor ended. Empty for one that is open. */
export function endWords({ state, ended_at, expires_at }: Removal): string {
  const on = formatMoment(ended_at ?? expires_at);
  switch (state) {
    case "waiting":
    case "ready":
    case "confirmed":
      return "";
    case "removed":
      return `The second factor was removed on ${on}.`;
    case "withdrawn":
      return `The latest request was withdrawn on ${on}.`;
    case "factor_used":
      return `The latest request ended on ${on}: the learner signed in with the second factor, so it is not lost.`;
    case "factors_changed":
      return `The latest request ended on ${on}: a second factor was removed or added without our help.`;
    case "expired":
      return `The latest request expired on ${on}, because no second person confirmed it.`;
  }
}

/** Order matters: Edge and Opera also say Chrome, and Chrome also says Safari. */
const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

/** Android also says Linux, and iPhones say "like Mac OS X". */
const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Firefox on Windows", from what the browser said when it signed in. */
export function deviceName(userAgent: string): string {
  const system = nameIn(SYSTEMS, userAgent);
  const browser = nameIn(BROWSERS, userAgent);
  if (!browser) return system ?? "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}
