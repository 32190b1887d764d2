import { expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";

test("every tier's pages have their own addresses, and the 404 page has none", () => {
  expect(addressesOf("/a/:tier")).toEqual(["/a/student", "/a/ngo", "/a/professional"]);
  expect(addressesOf("/b")).toEqual(["/b"]);
  expect(addressesOf("*")).toEqual([]);
});

test("an address keeps the placeholder of a path parameter that has too many values to list", () => {
  expect(addressesOf("/verify/:id")).toEqual(["/verify/:id"]);
});

test("an address that ends in a wildcard covers lists of things and each thing, and nothing deeper", () => {
  expect(addressesOf("/console/*")).toEqual(["/console", "/console/:area", "/console/:area/:id"]);
});

test("listing a page's addresses throws if the values of a path parameter are unknown", () => {
  expect(() => addressesOf("/people/:name")).toThrow("the values of :name in /people/:name");
});
