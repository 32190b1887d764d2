import { siteOrigin } from "../../platform/env.ts";

/** A thing of schema.org as JSON-LD; what is undefined is left out. */
export type Thing = { "@type": string; [property: string]: unknown };

/** Search engines take absolute addresses only. */
export function absolute(path: string): string {
  return new URL(path, siteOrigin()).href;
}
