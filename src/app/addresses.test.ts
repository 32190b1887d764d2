import { expect, test } from "vitest";
import { addressesOf } from "./addresses.ts";
import { isDrawnByApp } from "./drawnByApp.ts";
import { memberPages, openPages, publicPages } from "./routes.tsx";

test("every tier's page has an address of its own, and the 404 page has none", () => {
  expect(addressesOf([{ path: "/a/:tier", children: [{ path: "/b" }] }, { path: "*" }])).toEqual([
    "/a/student",
    "/a/ngo",
    "/a/professional",
    "/b",
  ]);
});

test("a page whose addresses cannot be listed stops the build", () => {
  expect(() => addressesOf([{ path: "/people/:name" }])).toThrow("the values of :name in /people/:name");
});

test("offline, exactly the pages that know the learner or a certificate are drawn without asking the network", () => {
  expect(addressesOf(openPages)).toEqual(["/verify/:id"]);
  expect(addressesOf([...memberPages, ...openPages]).filter((address) => !isDrawnByApp(address))).toEqual([]);
  expect(addressesOf(publicPages).filter(isDrawnByApp)).toEqual([]);
});
