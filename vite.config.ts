import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { SITE } from "./src/domain/site.ts";
import { legalTexts } from "./tools/site/legalTexts.ts";
import { manifest } from "./tools/site/manifest.ts";
import { siteNames } from "./tools/site/siteNames.ts";

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    siteNames(SITE),
    legalTexts(SITE),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src",
      filename: "sw.ts",
      // The learner decides when a new version takes over (offline rule 18); src/app/UpdatePrompt registers.
      registerType: "prompt",
      injectRegister: false,
      manifest,
      manifestFilename: "site.webmanifest",
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,woff2}", "icons/favicon.svg"],
        // Fetched when a name needs them, kept by the browser's own cache.
        globIgnores: ["**/*latin-ext*"],
      },
    }),
  ],
  build: {
    outDir: "dist",
    manifest: true,
    // The policy allows no data: fonts, and a hashed file is cached for ever anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
