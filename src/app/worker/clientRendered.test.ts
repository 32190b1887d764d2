import { expect, test } from "vitest";
import { addressesOf } from "../addresses.ts";
import { PAGES } from "../pages.ts";
import { clientRenderedBy } from "./clientRendered.ts";

const addressesWhere = (isWanted: (page: (typeof PAGES)[number]) => boolean) =>
  PAGES.filter(isWanted).flatMap(({ path }) => addressesOf(path));
const isClientRendered = clientRenderedBy(addressesWhere(({ isPrerendered }) => !isPrerendered));

test("the worker answers a learner's pages and every certificate without asking the network", () => {
  for (const address of ["/academy/dashboard", "/academy/checkout/ngo", "/auth/callback", "/verify/1234"])
    expect(isClientRendered(address), address).toBe(true);
});

test("the worker asks the network for prerendered pages and for addresses that lead nowhere", () => {
  expect(addressesWhere(({ isPrerendered }) => isPrerendered === true).filter(isClientRendered)).toEqual([]);
  for (const address of [
    "/academy/checkout/unknown",
    "/auth/unknown",
    "/verify/1/2",
    "/verify",
    "/x/verify/1",
  ])
    expect(isClientRendered(address), address).toBe(false);
});
