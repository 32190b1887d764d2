/** Generated at build time from content/legal by tools/site/legalTexts.ts. */
declare module "virtual:legal/*/body" {
  export const html: string;
}
declare module "virtual:legal/*" {
  export const opening: import("./legalText.ts").LegalOpening;
}
