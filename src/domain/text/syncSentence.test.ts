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

describe("the sync status sentence", () => {
  it("says that all work is in the account, and when that was last checked", () => {
    expect(syncSentence(facts({ lastSuccessAt: "2026-11-20T11:58:00.000Z" }), NOW)).toBe(
      "All your work is saved to your account. Last updated 2 minutes ago.",
    );
  });

  it("says, while the device is offline, that one change is waiting on it", () => {
    expect(syncSentence(facts({ phase: "offline", pending: 1 }), NOW)).toBe(
      "You are offline. 1 change saved on this device, to be sent when you are back.",
    );
  });

  it("does not blame the connection when the server answers with an error", () => {
    expect(syncSentence(facts({ phase: "error", pending: 1 }), NOW)).toBe(
      "Your account could not be updated. 1 change saved on this device; we will try again.",
    );
    expect(syncSentence(facts({ phase: "error" }), NOW)).toBe(
      "Your account could not be checked. Nothing is waiting to be sent; we will try again.",
    );
  });

  it("asks the learner to sign in again when the server rejects the session", () => {
    expect(syncSentence(facts({ phase: "signedOut", pending: 3 }), NOW)).toBe(
      "Sign in again to send your work: 3 changes saved on this device.",
    );
  });

  it("says that the server has rejected work and that the work is kept", () => {
    expect(syncSentence(facts({ parked: 2 }), NOW)).toBe(
      "2 changes could not be accepted yet and are kept on this device.",
    );
  });

  it("never states a time in the future, even if the device's clock is slow", () => {
    expect(syncSentence(facts({ lastSuccessAt: "2026-11-20T13:00:00.000Z" }), NOW)).toContain(
      "Last updated less than a minute ago.",
    );
  });
});
