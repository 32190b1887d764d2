import "./contentPolicy.ts";
import { expect, test } from "vitest";

test("the content policy is never tried out by zod", async () => {
  const { z } = await import("zod");
  expect(z.config().jitless).toBe(true);
});
