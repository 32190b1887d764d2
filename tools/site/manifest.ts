import type { ManifestOptions } from "vite-plugin-pwa";
import { COURSE } from "../../src/domain/course.ts";
import { paths } from "../../src/domain/paths.ts";
import { SITE } from "../../src/domain/site.ts";

const ICON_192 = { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" };

/** What the browser installs. `background_color` is the paper of the light theme: the splash screen has no dark one. */
export const manifest: Partial<ManifestOptions> = {
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
};
