import { siteOrigin } from "../../platform/env.ts";

/** A schema.org thing as JSON-LD; undefined properties are left out. */
export type Thing = { "@type": string; [property: string]: unknown };

/** Search engines accept absolute addresses only. */
export function absolute(path: string): string {
  return new URL(path, siteOrigin()).href;
}
