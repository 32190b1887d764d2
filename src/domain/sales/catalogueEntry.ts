import type { Tier } from "./plans.ts";

export const CATEGORIES = [
  "Core Program",
  "Compliance",
  "Ethics",
  "Risk Management",
  "Industry-Specific",
] as const;
export type Category = (typeof CATEGORIES)[number];

export type Entry = {
  id: string;
  title: string;
  description: string;
  /** Formatted, for example "5 weeks". */
  duration: string;
  level: string;
  /** Net of VAT, in pence, for a payment in full. */
  pricePence: number;
  category: Category;
  modules: number;
};

export type AvailableEntry = Entry & { comingSoon: false; tier: Tier; checkoutLink: string };
export type ComingSoonEntry = Entry & { comingSoon: true; tier: null; checkoutLink: null };
export type CatalogueEntry = AvailableEntry | ComingSoonEntry;
