import { COURSE } from "../../src/domain/course/course.ts";
import { paths } from "../../src/domain/paths.ts";
import { SITE } from "../../src/domain/site.ts";

const ICON_192 = { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" };

/** The web app manifest. `background_color` is that of the light theme, because a splash screen has no dark variant. */
export const manifest = {
  id: "/",
  name: SITE.name,
  short_name: SITE.shortName,
  description: SITE.description,
  lang: "en-GB",
  dir: "ltr",
  start_url: paths.dashboard(),
  scope: "/",
  display: "standalone",
  theme_color: "#faf6ef",
  background_color: "#faf6ef",
  categories: ["education"],
  shortcuts: [{ name: COURSE.title, url: paths.course(), icons: [ICON_192] }],
  icons: [
    ICON_192,
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  // Captured by tools/screens/capture.ts. Install prompts show narrow screenshots on phones and wide ones on computers.
  screenshots: [
    screenshot("narrow", "academy", "1080x1920", "The course and its prices"),
    screenshot("narrow", "lesson", "1080x1920", "A lesson"),
    screenshot("wide", "academy", "1280x800", "The course and its prices"),
    screenshot("wide", "lesson", "1280x800", "A lesson"),
  ],
};

function screenshot(form: "narrow" | "wide", name: string, sizes: string, label: string) {
  return { src: `/screenshots/${form}-${name}.webp`, sizes, type: "image/webp", form_factor: form, label };
}
