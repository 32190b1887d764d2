import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { SHARE_IMAGE } from "../../src/app/crawlers/shareImage.ts";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { shareImagePage } from "./shareImage.ts";

// Draws the PNG files in public/ from the logo and the site's name. Run it by hand after a change to either:
//   node tools/icons/render.ts

type Icon = { file: string; px: number; markShare: number; round: boolean };

/** Platforms crop a maskable icon to a circle of 80 % (W3C manifest, "safe zone"), so the logo stays inside it. */
const ICONS: Icon[] = [
  { file: "icon-192.png", px: 192, markShare: 1, round: true },
  { file: "icon-512.png", px: 512, markShare: 1, round: true },
  { file: "icon-maskable-512.png", px: 512, markShare: 0.72, round: false },
  { file: "apple-touch-180.png", px: 180, markShare: 0.88, round: false },
  { file: "favicon-32.png", px: 32, markShare: 1, round: true },
];
const PAPER = "#faf6ef";

const folder = join(import.meta.dirname, "..", "..", "public");
const mark = readFileSync(join(folder, "icons", "favicon.svg"), "utf8");

const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage();
  for (const icon of ICONS) await drawIcon(page, icon);
  await page.setViewportSize(SHARE_IMAGE);
  await page.setContent(shareImagePage(mark));
  await page.evaluate("document.fonts.ready");
  writeFileSync(join(folder, SHARE_IMAGE.path), await page.screenshot());
} finally {
  await browser.close();
}

async function drawIcon(page: Page, { file, px, markShare, round }: Icon): Promise<void> {
  const side = Math.round(px * markShare);
  await page.setViewportSize({ width: px, height: px });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${round ? "transparent" : PAPER}}
     svg{width:${side}px;height:${side}px}</style>${mark}`,
  );
  writeFileSync(join(folder, "icons", file), await page.screenshot({ omitBackground: true }));
}
