import { once } from "../once.ts";

export type SyncFacts = {
  phase: "idle" | "syncing" | "offline" | "error" | "signedOut";
  pending: number;
  parked: number;
  lastSuccessAt: string | null;
};

/** The sync status in plain words. `nowMs` is the device's clock. */
export function syncSentence(facts: SyncFacts, nowMs: number): string {
  return [workStatus(facts), setAside(facts.parked), lastTime(facts.lastSuccessAt, nowMs)]
    .filter((part) => part !== "")
    .join(" ");
}

function workStatus({ phase, pending, parked }: SyncFacts): string {
  const waiting = `${count(pending, "change")} saved on this device`;
  switch (phase) {
    case "syncing":
      return pending > 0 ? `Sending ${count(pending, "change")} to your account…` : "Checking your account…";
    case "offline":
      return pending > 0
        ? `You are offline. ${waiting}, to be sent when you are back.`
        : `You are offline. ${parked > 0 ? "" : "Everything you did here has been sent."}`.trim();
    case "error":
      return pending > 0
        ? `Your account could not be updated. ${waiting}; we will try again.`
        : "Your account could not be checked. Nothing is waiting to be sent; we will try again.";
    case "signedOut":
      return pending > 0
        ? `Sign in again to send your work: ${waiting}.`
        : "Sign in again to keep this device up to date.";
    case "idle":
      if (pending > 0) return `${waiting}, waiting to be sent.`;
      return parked > 0 ? "" : "All your work is saved to your account.";
  }
}

function setAside(parked: number): string {
  return parked > 0
    ? `${count(parked, "change")} could not be accepted yet and ${parked === 1 ? "is" : "are"} kept on this device.`
    : "";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function lastTime(lastSuccessAt: string | null, nowMs: number): string {
  if (lastSuccessAt === null) return "";
  return `Last updated ${ago(Math.max(0, nowMs - Date.parse(lastSuccessAt)))}.`;
}

const ANSWERED = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }));

/** States the server's last answer and its time (ISO time, or null if unknown). `state` completes the sentence. */
export function lastAnswer(asOf: string | null, state: string): string {
  const when = asOf === null ? "" : `, on ${ANSWERED().format(new Date(asOf))}`;
  return `When this device last checked${when}, ${state}.`;
}

/** The elapsed time in words: "2 hours ago". */
export function ago(elapsedMs: number): string {
  if (elapsedMs < MINUTE_MS) return "less than a minute ago";
  if (elapsedMs < HOUR_MS) return `${count(Math.floor(elapsedMs / MINUTE_MS), "minute")} ago`;
  if (elapsedMs < DAY_MS) return `${count(Math.floor(elapsedMs / HOUR_MS), "hour")} ago`;
  return `${count(Math.floor(elapsedMs / DAY_MS), "day")} ago`;
}

/** "1 change", "2 changes". */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
