import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";

export type Place = { to: string; label: string };

/** The header's and the drawer's places. */
export const NAVIGATION: readonly Place[] = [
  { to: paths.academy(), label: "Home" },
  { to: paths.catalogue(), label: "Courses" },
  { to: paths.dashboard(), label: "My Learning" },
  { to: paths.contact(), label: "Contact" },
];

/** Out of the academy, to the landing page; the last of the header's and the drawer's places. */
export const WAY_BACK: Place = { to: paths.landing(), label: "Back to Home" };

/** The footer's nine places. */
export const FOOTER: readonly { title: string; places: readonly Place[] }[] = [
  {
    title: "Learn",
    places: [
      { to: paths.academy(), label: "Home" },
      { to: paths.catalogue(), label: "All Courses" },
      { to: paths.dashboard(), label: "My Learning" },
      { to: paths.auth(), label: "Sign In" },
    ],
  },
  {
    title: "About us",
    places: [
      { to: SITE.aboutUrl, label: "About" },
      { to: paths.contact(), label: "Contact" },
      { to: SITE.mainSiteUrl, label: "Main Site" },
    ],
  },
  {
    title: "Legal",
    places: [
      { to: paths.privacy(), label: "Privacy Policy" },
      { to: paths.terms(), label: "Terms of Service" },
    ],
  },
];
