import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ManifestOptions, VitePWA } from "vite-plugin-pwa";
import type { ManifestTransform } from "workbox-build";
import { COURSE } from "../../src/domain/course/course.ts";
import { paths } from "../../src/domain/paths.ts";
import { SITE } from "../../src/domain/site.ts";
import { readManifest } from "../checks/pageChunks.ts";
import { consoleFiles } from "./consoleFiles.ts";

const WEB_MANIFEST = "site.webmanifest";

/**
 * Writes the web app manifest and, once all documents are written, the service worker with the list of the files that it
 * stores. Must come after `prerender`.
 */
export function pwa() {
  let dist: string;
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "src",
    filename: "sw.ts",
    // The learner decides when a new version takes over (offline rule 18). src/app/frame/appUpdate.ts registers the worker.
    registerType: "prompt",
    injectRegister: false,
    manifest,
    manifestFilename: WEB_MANIFEST,
    includeManifestIcons: false,
    injectManifest: precache(() => dist),
    integration: {
      configureOptions: ({ root, build }) => {
        dist = resolve(root, build.outDir);
      },
      configureCustomSWViteBuild: (worker) => {
        worker.logLevel = "error";
      },
    },
  });
}

/** Which files of the site built in `distOf()` the worker stores. */
export function precache(distOf: () => string) {
  const withoutConsole: ManifestTransform = (entries) => {
    const ofConsole = consoleFiles(readManifest(distOf()));
    return { manifest: entries.filter(({ url }) => !ofConsole.has(url)) };
  };
  // The worker checks each file against this hash (src/app/worker/precache.ts).
  const withIntegrity: ManifestTransform = (entries) => ({
    manifest: entries.map((entry) => {
      const hash = createHash("sha256").update(readFileSync(join(distOf(), entry.url)));
      return { ...entry, integrity: `sha256-${hash.digest("base64")}` };
    }),
  });
  return {
    // The shells are the only documents in the precache. A prerendered page is fetched or, when offline, rendered by its
    // code.
    globPatterns: [
      "**/*.{js,css,woff2}",
      "app.html",
      "academy/course/*.{html,json}",
      "icons/favicon.svg",
      WEB_MANIFEST,
    ],
    // Fetched on use, and cached where they are needed offline (src/db/store/keptAssets.ts).
    globIgnores: ["**/*latin-ext*", "**/*vietnamese*", "**/kept-*", "pdfjs/*"],
    manifestTransforms: [withoutConsole, withIntegrity],
  };
}

const ICON_192 = { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" };

/** `background_color` is that of the light theme, because a splash screen has no dark variant. */
const manifest: Partial<ManifestOptions> = {
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
