import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/chromium.ts";

// Draws the PNG icons in public/icons from favicon.svg. Run by hand after the mark has changed:
//   node tools/icons/render.ts

type Icon = { file: string; px: number; markShare: number; round: boolean };

/** Platforms crop a maskable icon to a circle of 80 % (W3C manifest, "safe zone"): the mark keeps inside it. */
const ICONS: Icon[] = [
  { file: "icon-192.png", px: 192, markShare: 1, round: true },
  { file: "icon-512.png", px: 512, markShare: 1, round: true },
  { file: "icon-maskable-512.png", px: 512, markShare: 0.72, round: false },
  { file: "apple-touch-180.png", px: 180, markShare: 0.88, round: false },
  { file: "favicon-32.png", px: 32, markShare: 1, round: true },
];
const PAPER = "#faf6ef";

const folder = join(import.meta.dirname, "..", "..", "public", "icons");
const mark = readFileSync(join(folder, "favicon.svg"), "utf8");

const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  for (const { file, px, markShare, round } of ICONS) {
    const page = await browser.newPage({ viewport: { width: px, height: px } });
    const side = Math.round(px * markShare);
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${round ? "transparent" : PAPER}}
       svg{width:${side}px;height:${side}px}</style>${mark}`,
    );
    writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
