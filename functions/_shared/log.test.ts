import { describe, expect, it } from "vitest";
import { scrub } from "./log.ts";

describe("a logged message", () => {
  it("has lost e-mail addresses and keys", () => {
    expect(scrub('no user "ada.l+x@mail.example" (bcc <b@c.example>)')).toBe(
      'no user "[e-mail]" (bcc <[e-mail]>)',
    );
    expect(scrub("Invalid API Key provided: sk_test_abc123 or sb_secret_xyz_1")).toBe(
      "Invalid API Key provided: [key] or [key]",
    );
  });
});
