import { describe, expect, it } from "vitest";
import { type SyncFacts, syncSentence } from "./syncSentence.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);
const facts = (changes: Partial<SyncFacts>): SyncFacts => ({
  phase: "idle",
  pending: 0,
  parked: 0,
  lastSuccessAt: null,
  ...changes,
});

describe("a learner who wonders whether the work is safe", () => {
  it("reads that all of it is in the account, and since when", () => {
    expect(syncSentence(facts({ lastSuccessAt: "2026-11-20T11:58:00.000Z" }), NOW)).toBe(
      "All your work is saved to your account. Last updated 2 minutes ago.",
    );
  });

  it("reads on a train that one change waits on the device", () => {
    expect(syncSentence(facts({ phase: "offline", pending: 1 }), NOW)).toBe(
      "You are offline. 1 change saved on this device, to be sent when you are back.",
    );
  });

  it("is told to sign in again when the account no longer takes the device's word", () => {
    expect(syncSentence(facts({ phase: "signedOut", pending: 3 }), NOW)).toBe(
      "Sign in again to send your work: 3 changes saved on this device.",
    );
  });

  it("is told of work that the server refuses, and that it is kept", () => {
    expect(syncSentence(facts({ parked: 2 }), NOW)).toBe(
      "2 changes could not be accepted yet and are kept on this device.",
    );
  });

  it("never reads a time in the future, even with a clock that runs behind", () => {
    expect(syncSentence(facts({ lastSuccessAt: "2026-11-20T13:00:00.000Z" }), NOW)).toContain(
      "Last updated less than a minute ago.",
    );
  });
});
