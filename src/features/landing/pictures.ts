/**
 * The pictures of the product on the landing page, taken from the running product in both themes by
 * `node tools/screens/capture.ts landing`. Node reads this file without a build step.
 */
export const PICTURES = [
  {
    name: "lesson",
    caption: "A lesson, in steps of one to three minutes",
    alt: "A lesson on a phone: a heading, two short paragraphs and the button to the next step.",
  },
  {
    name: "quiz",
    caption: "A quiz that explains every answer",
    alt: "A quiz question on a phone: the chosen answer is marked as wrong, and each option has its reason.",
  },
  {
    name: "lab",
    caption: "A lab: train a machine yourself",
    alt: "A lab on a phone: bars show which words a machine takes for urgent after the learner has labelled messages.",
  },
  {
    name: "certificate",
    caption: "The certificate, with a sample name",
    alt: "A certificate of completion on a phone, made out to “Sample Learner”.",
  },
] as const;
export type PictureName = (typeof PICTURES)[number]["name"];

export const PICTURE_THEMES = ["light", "dark"] as const;
export type PictureTheme = (typeof PICTURE_THEMES)[number];

/** The screen that is photographed, in CSS pixels. */
export const PICTURE_SIZE = { width: 390, height: 720 };
/** How many pixels wide the AVIF files are. */
export const PICTURE_WIDTHS = [390, 585] as const;

/** WebP is for Edge before version 121, the only supported browser without AVIF. It has the first width. */
export const avifFile = (name: PictureName, theme: PictureTheme, width: number) =>
  `${name}-${theme}-${width}.avif`;
export const webpFile = (name: PictureName, theme: PictureTheme) => `${name}-${theme}.webp`;
