import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { dataSchema } from "./data.ts";
import { begin, type SortMailState, stateSchema } from "./state.ts";

const FILE = join(import.meta.dirname, "../../../../content/labs/sort-mail/data.yaml");
const data = dataSchema.parse(parse(readFileSync(FILE, "utf8")));
/** Labelled as we would. */
const labelled: SortMailState = {
  ...begin(data),
  labels: data.examples.map(({ urgent }) => (urgent ? "u" : "w")).join(""),
};

test.each([{ labels: "uw" }, { labels: "x".repeat(20) }, { alike: 11 }, { spoilt: "third" }])(
  "%j is not taken for a state",
  (wrong) => expect(stateSchema(data).safeParse({ ...labelled, ...wrong }).success).toBe(false),
);
