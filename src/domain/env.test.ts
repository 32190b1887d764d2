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
