import { expect, test } from "vitest";
import { addressesOf } from "../addresses.ts";
import { PAGES } from "../pages.ts";
import { clientRenderedBy } from "./clientRendered.ts";

const addressesWhere = (isWanted: (page: (typeof PAGES)[number]) => boolean) =>
  PAGES.filter(isWanted).flatMap(({ path }) => addressesOf(path));
const isClientRendered = clientRenderedBy(addressesWhere(({ isPrerendered }) => !isPrerendered));

test("learners' pages and all certificate pages are client-rendered", () => {
  for (const address of ["/academy/dashboard", "/academy/checkout/ngo", "/auth/callback", "/verify/1234"])
    expect(isClientRendered(address), address).toBe(true);
});

test("prerendered pages and addresses that do not exist are not client-rendered", () => {
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
