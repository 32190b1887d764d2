import { describe, expect, it } from "vitest";
import { shareLinks } from "./shareLinks.ts";

describe("sharing a completed lesson", () => {
  const links = shareLinks("https://academy.example", 18);

  it("opens LinkedIn with the site's URL and the percentage (S-091)", () => {
    const url = new URL(links.linkedIn);
    expect(url.hostname).toBe("www.linkedin.com");
    expect(url.searchParams.get("url")).toBe("https://academy.example");
    expect(url.searchParams.get("summary")).toContain("18% of the lessons");
  });

  it("opens a Twitter intent with the text (S-091)", () => {
    const url = new URL(links.twitter);
    expect(`${url.hostname}${url.pathname}`).toBe("twitter.com/intent/tweet");
    expect(url.searchParams.get("text")).toContain("18% of the lessons");
  });
});
