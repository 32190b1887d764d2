import { expect, test } from "vitest";
import { readMailedLink } from "./recovery.ts";

test("the token of an emailed link is read only on the page that the link is for", () => {
  expect(readMailedLink("#token_hash=a.b&type=recovery", "recovery")).toBe("a.b");
  expect(readMailedLink("#token_hash=a.b&type=recovery", "email_change")).toBeNull();
  expect(readMailedLink("#token_hash=&type=recovery", "recovery")).toBeNull();
  expect(readMailedLink("#access_token=a&refresh_token=b&type=recovery", "recovery")).toBeNull();
  expect(readMailedLink("", "recovery")).toBeNull();
});
