import { expect, test } from "vitest";
import { type Bond, findLeftOut } from "./leftOut.ts";

const nodes = [1, 2, 3].map((id) => ({ id, canSayNo: false }));
const bond = (owes: string, owed: string): Bond => ({ from: 1, to: 2, owes, owed, state: "strained" });

test("lists a node without a bond as alone and as owed nothing", () => {
  const found = findLeftOut({ nodes, bonds: [bond("a visit", "a report")] });
  expect(found.alone).toEqual([3]);
  expect(found.owedNothing).toEqual([3]);
});

test("lists a bond with a duty in one direction, and the node that is owed nothing in it", () => {
  const oneWay = bond("a visit", " ");
  const found = findLeftOut({ nodes, bonds: [oneWay] });
  expect(found.oneWay).toEqual([oneWay]);
  expect(found.owedNothing).toEqual([1, 3]);
});

test("does not call a bond without any duty one-way", () => {
  expect(findLeftOut({ nodes, bonds: [bond("", "")] }).oneWay).toEqual([]);
});

test("reports that nobody can say no until one node can", () => {
  expect(findLeftOut({ nodes, bonds: [] }).nobodyCanSayNo).toBe(true);
  expect(findLeftOut({ nodes: [...nodes, { id: 4, canSayNo: true }], bonds: [] }).nobodyCanSayNo).toBe(false);
});
