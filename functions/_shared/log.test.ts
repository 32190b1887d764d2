import { describe, expect, it } from "vitest";
import { scrub } from "./log.ts";

describe("the scrubbing of logged messages", () => {
  it("removes email addresses and keys", () => {
    expect(scrub('no user "ada.l+x@mail.example" (bcc <b@c.example>)')).toBe(
      'no user "[email]" (bcc <[email]>)',
    );
    expect(scrub("Invalid API Key provided: sk_test_abc123 or sb_secret_xyz_1, re_12ab_c")).toBe(
      "Invalid API Key provided: [key] or [key], [key]",
    );
  });
});
