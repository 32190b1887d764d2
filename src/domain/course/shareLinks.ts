import { COURSE } from "./course.ts";

export type ShareLinks = { linkedIn: string; twitter: string };

/**
 * The URLs that open a prepared post (spec §7, "Other"). `siteUrl` is the site's origin; `percent` is the whole
 * percentage of completed lessons, which both texts state.
 */
export function shareLinks(siteUrl: string, percent: number): ShareLinks {
  const text = `I have completed ${percent}% of the lessons in "${COURSE.title}".`;
  const linkedIn = new URL("https://www.linkedin.com/sharing/share-offsite/");
  linkedIn.search = new URLSearchParams({ url: siteUrl, summary: text }).toString();
  const twitter = new URL("https://twitter.com/intent/tweet");
  twitter.search = new URLSearchParams({ text: `${text} ${siteUrl}` }).toString();
  return { linkedIn: linkedIn.href, twitter: twitter.href };
}
