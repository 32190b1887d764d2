import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";

export type Place = { to: string; label: string };

/** The links in the header and the drawer. */
export const NAVIGATION: readonly Place[] = [
  { to: paths.academy(), label: "Home" },
  { to: paths.catalogue(), label: "Courses" },
  { to: paths.dashboard(), label: "My Learning" },
  { to: paths.contact(), label: "Contact" },
];

/** The last link in the header and the drawer: from the academy to the landing page. */
export const WAY_BACK: Place = { to: paths.landing(), label: "Back to Home" };

/** The footer's nine links. */
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
