import { expect, test } from "vitest";
import { readFilter } from "./filterQuery.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("the catalogue filter ignores an unknown category in the URL and truncates an overlong query", () => {
  expect(read("category=Cooking")).toEqual({ query: "", category: null });
  expect(read("category=constructor&category=Ethics")).toEqual({ query: "", category: null });
  expect(read(`q=${"x".repeat(5000)}`).query).toHaveLength(100);
});
