import { expect, test } from "vitest";
import { AREAS, type Area, placeAt } from "./areas.ts";

const load = async () => ({ default: () => null });
const TODAY: Area = { path: "", label: "Today", about: "See what waits.", roles: ["staff"], load };
const ORDERS: Area = { ...TODAY, path: "orders", label: "Orders", loadOne: load };
const COURSE: Area = { ...TODAY, path: "course", label: "Course" };
const ALL = [TODAY, ORDERS, COURSE];

test("an address of the console leads to an area, or to one thing in it", () => {
  expect(placeAt("", ALL)).toEqual({ area: TODAY, id: null });
  expect(placeAt("orders", ALL)).toEqual({ area: ORDERS, id: null });
  expect(placeAt("orders/", ALL)).toEqual({ area: ORDERS, id: null });
  expect(placeAt("orders/7c1f", ALL)).toEqual({ area: ORDERS, id: "7c1f" });
});

test("the start of the console exists even before an area has its address", () => {
  expect(placeAt("", [ORDERS])).toEqual({ area: null, id: null });
});

test.each(["unknown", "orders/1/2", "course/1", "unknown/1"])("/staff/%s does not exist", (splat) => {
  expect(placeAt(splat, ALL)).toBeNull();
});

test("every area has a unique address, a name and one sentence that says what people do there", () => {
  expect(new Set(AREAS.map(({ path }) => path)).size).toBe(AREAS.length);
  for (const { path, label, about, roles } of AREAS) {
    expect(path).toMatch(/^[a-z-]*$/);
    expect(label).not.toBe("");
    expect(about).toMatch(/^\p{Lu}.*\.$/u);
    expect(roles).not.toEqual([]);
  }
});
