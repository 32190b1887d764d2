import { expect, test } from "vitest";
import { z } from "zod";
import { type Admin, callDatabase } from "./database.ts";

// Only what callDatabase uses.
const answering = (status: number, message: string) =>
  ({ rpc: async () => ({ data: null, error: { message }, status }) }) as unknown as Admin;
const call = (admin: Admin) => callDatabase(admin, "has_purchased", {}, z.boolean());

test("a caller whose turn does not come is asked to try again, and an outage is a fault", async () => {
  await expect(call(answering(503, "The server is busy. Please try again."))).rejects.toMatchObject({
    name: "Refusal",
    status: 503,
    code: "busy",
    headers: { "retry-after": "2" },
  });
  await expect(call(answering(503, "Could not query the database for the schema cache."))).rejects.toThrow(
    "has_purchased: Could not query",
  );
});
