import { expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";

test("every tier's page has its own address, and the 404 page has none", () => {
  expect(addressesOf("/a/:tier")).toEqual(["/a/student", "/a/ngo", "/a/professional"]);
  expect(addressesOf("/b")).toEqual(["/b"]);
  expect(addressesOf("*")).toEqual([]);
});

test("a path parameter with too many values to list stays a placeholder in the address", () => {
  expect(addressesOf("/verify/:id")).toEqual(["/verify/:id"]);
});

test("a path parameter whose values are unknown stops the build", () => {
  expect(() => addressesOf("/people/:name")).toThrow("the values of :name in /people/:name");
});
