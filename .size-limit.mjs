// JavaScript budgets (gzip), read from the build's own manifest: `npm run build`, then `size-limit`.
import { chunksOf, readManifest } from "./tools/checks/pageChunks.ts";

const DIST = "dist";
const manifest = readManifest(DIST);
const ENTRY = "index.html";
const AFTER_LOAD = [
  "src/app/UpdatePrompt.tsx",
  "node_modules/workbox-window/build/workbox-window.prod.es5.mjs",
];

const budget = (name, limit, modules) => ({
  name,
  limit,
  gzip: true,
  path: chunksOf(manifest, modules).map((file) => `${DIST}/${file}`),
});

export default [
  budget("landing, with everything it loads later", "125 kB", [
    ENTRY,
    "src/features/landing/LandingPage.tsx",
    ...AFTER_LOAD,
  ]),
  budget("academy home, with everything it loads later", "125 kB", [
    ENTRY,
    "src/features/academy/AcademyPage.tsx",
    ...AFTER_LOAD,
  ]),
  budget("pricing, with everything it loads later", "125 kB", [
    ENTRY,
    "src/features/checkout/PricingPage.tsx",
    ...AFTER_LOAD,
  ]),
  budget("a readable lesson", "165 kB", [
    ENTRY,
    "src/app/MemberLayout.tsx",
    "src/app/PasswordGate.tsx",
    "src/app/routes/course.tsx",
  ]),
];
