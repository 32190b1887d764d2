import { addressesOf } from "../../../src/app/addresses.ts";
import { ANY_ADDRESS } from "../../../src/app/document/documentPage.ts";
import { PAGES } from "../../../src/app/pages.ts";
import { paths } from "../../../src/domain/paths.ts";
import { TIERS } from "../../../src/domain/sales/plans.ts";

/** The headings that the specification defines. New pages may be omitted here. */
const HEADINGS: Record<string, string> = {
  [paths.academy()]: "AI Fluency in 30 Days",
  [paths.catalogue()]: "All Courses",
  ...Object.fromEntries(TIERS.map((tier) => [paths.pricing(tier), "Choose Your Payment Option"])),
  [paths.contact()]: "Get in Touch",
  [paths.privacy()]: "Privacy Policy",
  [paths.terms()]: "Terms of Service",
  [paths.accessibility()]: "Accessibility statement",
};

const ADDRESSES = PAGES.filter(({ path, isPrerendered }) => isPrerendered && path !== ANY_ADDRESS).flatMap(
  ({ path }) => addressesOf(path),
);

const lost = Object.keys(HEADINGS).filter((address) => !ADDRESSES.includes(address));
if (lost.length > 0) throw new Error(`the page table lacks the public pages ${lost.join(", ")}`);

/** The pages that anyone may see and search engines may list, with their headings. */
export const PUBLIC_PAGES: readonly [path: string, heading: string | RegExp][] = ADDRESSES.map((address) => [
  address,
  HEADINGS[address] ?? /\w/,
]);
