import { expect, test } from "vitest";
import { readFilter, writeFilter } from "./filterQuery.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a catalogue filter written to the URL is read back unchanged (S-007)", () => {
  const filter = { query: "iso & nist 100%", category: "Risk Management" } as const;
  expect(readFilter(new URLSearchParams(writeFilter(filter).toString()))).toEqual(filter);
  expect(writeFilter(filter).toString()).toBe("q=iso+%26+nist+100%25&category=Risk+Management");
});

test("an empty filter leaves the catalogue URL without a query", () => {
  expect(writeFilter({ query: "  ", category: null }).toString()).toBe("");
  expect(read("")).toEqual({ query: "", category: null });
});

test("the catalogue filter ignores an unknown category in the URL and truncates an overlong query", () => {
  expect(read("category=Cooking")).toEqual({ query: "", category: null });
  expect(read("category=constructor&category=Ethics")).toEqual({ query: "", category: null });
  expect(read(`q=${"x".repeat(5000)}`).query).toHaveLength(100);
});
