/** Made by tools/site/legalTexts.ts from content/legal at build. */
declare module "virtual:legal/*/body" {
  export const html: string;
}
declare module "virtual:legal/*" {
  export const opening: import("./legalText.ts").LegalOpening;
}
