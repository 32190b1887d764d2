import { expect, test } from "vitest";
import { requestForFunction } from "./functions.ts";

test("a function receives the same path as on the platform, the method, query and body, and the caller's address", async () => {
  const sent = new Request("http://localhost:3000/functions/v1/verify-certificate/extra?id=7&x=%2F", {
    method: "POST",
    headers: { "x-forwarded-for": "1.1.1.1", accept: "application/json" },
    body: "text",
  });
  const given = requestForFunction(sent, "203.0.113.7");
  expect(given.url).toBe("http://localhost:3000/verify-certificate/extra?id=7&x=%2F");
  expect([given.method, await given.text()]).toEqual(["POST", "text"]);
  expect(given.headers.get("x-forwarded-for")).toBe("203.0.113.7");
  expect(given.headers.get("accept")).toBe("application/json");
});
