import { paths } from "../../../src/domain/paths.ts";
import { TIERS } from "../../../src/domain/plans.ts";

/** The pages that anybody may see and search engines may list, with what their heading says. */
export const PUBLIC_PAGES: readonly [path: string, heading: string | RegExp][] = [
  [paths.landing(), /\w/],
  [paths.academy(), "AI Fluency in 30 Days"],
  [paths.catalogue(), "All Courses"],
  ...TIERS.map((tier) => [paths.pricing(tier), "Choose Your Payment Option"] as [string, string]),
  [paths.contact(), "Get in Touch"],
  [paths.privacy(), "Privacy Policy"],
  [paths.terms(), "Terms of Service"],
  [paths.accessibility(), "Accessibility statement"],
];
