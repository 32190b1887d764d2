import { describe, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";

const backend = withBackend();
/** A 142-byte query that kept Postgres busy for a minute. */
const HARMFUL = String.raw`/rest/v1/lessons?select=lesson_id&hash=match.^(.%2B)(.%2B)(.%2B)(.%2B)\1\2\3\4$`;

describe("a filter with a regular expression", () => {
  it.each([
    ["GET", "/rest/v1/lessons"],
    ["HEAD", "/rest/v1/lessons"],
    ["PATCH", "/rest/v1/profiles"],
    ["DELETE", "/rest/v1/lessons"],
    ["POST", "/rest/v1/rpc/sync_pull"],
    ["GET", "/rest/v1/rpc/is_entitled"],
  ])("is rejected before it reaches the database (%s %s)", async (method, path) => {
    const reply = await backend.fetch(HARMFUL.replace("/rest/v1/lessons", path), {
      method,
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      ...(method === "POST" || method === "PATCH" ? { body: "{}" } : {}),
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toEqual({
      code: "PGRST100",
      details: null,
      hint: null,
      message: "Regular expressions are not available: use like or ilike.",
    });
  });
});

it("a hosted database cancels statements after 3 s (visitors), 8 s (learners) or 30 s (functions)", async () => {
  const roles = await backend.query(
    "select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by rolname",
  );
  expect(roles).toEqual([
    { rolname: "anon", rolconfig: ["statement_timeout=3s"] },
    { rolname: "authenticated", rolconfig: ["statement_timeout=8s"] },
    { rolname: "service_role", rolconfig: ["statement_timeout=30s"] },
  ]);
});
