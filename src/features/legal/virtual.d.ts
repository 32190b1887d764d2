/** Made by tools/site/legalTexts.ts from content/legal at build. */
declare module "virtual:legal/*" {
  export const html: string;
}
