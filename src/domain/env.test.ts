import { expect, test } from "vitest";
import * as z from "zod/mini";
import { parseEnv } from "./env.ts";

const schema = z.object({
  PORT: z._default(z.coerce.number("must be a number"), 3000),
  NAME: z.string("is missing"),
});

test("an empty environment variable counts as absent", () => {
  expect(parseEnv(schema, { PORT: "", NAME: "x" })).toEqual({ PORT: 3000, NAME: "x" });
});

test("invalid environment variables are all listed in one error", () => {
  expect(() => parseEnv(schema, { PORT: "abc" })).toThrow(
    /2 error\(s\):\n {2}PORT: .*\n {2}NAME: is missing/,
  );
});
