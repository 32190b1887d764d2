// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { claimTokenOf, rememberClaim } from "./claim.ts";

const KEY = "academy-order-claim";

afterEach(() => localStorage.clear());

test("the browser stores only the newest order claims", () => {
  for (let count = 1; count <= 6; count += 1) rememberClaim({ sessionId: `cs_${count}`, token: `${count}` });
  expect(claimTokenOf("cs_1")).toBeNull();
  expect(claimTokenOf("cs_6")).toBe("6");
});

test.each(["token", "{}", '[null, 1, {"sessionId":"cs_1"}]'])(
  "the browser ignores the stored value %s, which is not an order claim",
  (stored) => {
    localStorage.setItem(KEY, stored);
    expect(claimTokenOf("cs_1")).toBeNull();
    rememberClaim({ sessionId: "cs_1", token: "first" });
    expect(claimTokenOf("cs_1")).toBe("first");
  },
);
