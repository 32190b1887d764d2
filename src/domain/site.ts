/**
 * The brand: what is drawn into icons, titles and the installed app, so that a change needs a new build. What the provider
 * states about itself (seller, addresses, links) is in the console's settings (src/domain/provider/facts.ts).
 */
export const SITE = {
  /** The brand, in headings, titles and the name of the installed app. */
  name: "Responsible AI Academy",
  /** Below the icon on a home screen: at most 12 characters, or phones truncate it. */
  shortName: "AI Academy",
  /** The target of "About" in the footer: a path of this site or a full URL. */
  aboutUrl: "/#founder",
  /** The provider's own website, or "/" if there is only the landing page. */
  mainSiteUrl: "/",
  /** One sentence for search engines and shared links. */
  description:
    "AI Fluency in 30 Days: a course on understanding, using and questioning AI, 30 minutes a day. Works offline.",
} as const;
