import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { RUBRIC } from "../../../domain/course/capstone.ts";
import { LEVELS } from "./ReviewForm.tsx";

test("reviewers see the same rubric as learners", () => {
  const file = new URL("../../../../content/labs/review-a-review/data.yaml", import.meta.url);
  const { criteria } = parse(readFileSync(file, "utf8"));
  expect(RUBRIC.map(({ criterion }, row) => ({ name: criterion, levels: LEVELS[row] }))).toEqual(
    criteria.map(({ name, levels }: { name: string; levels: string[] }) => ({ name, levels })),
  );
});
