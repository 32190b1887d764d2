import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SHARE_IMAGE } from "../../src/app/crawlers/shareImage.ts";
import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../src/domain/course/course.ts";
import { SITE } from "../../src/domain/site.ts";
import { braid } from "../../src/ui/pattern/braid.ts";

const FONTS = join(import.meta.dirname, "..", "..", "node_modules", "@fontsource-variable");
const DISPLAY = "fraunces/files/fraunces-latin-opsz-normal.woff2";
const TEXT = "source-sans-3/files/source-sans-3-latin-wght-normal.woff2";

/** The light theme's colours, because a shared link has one picture for everyone. */
const PAPER = "#faf6ef";
const CLOTH = "#f1eadd";
const THREADS = ["#a8431f", "#2f3e75", "#c98a1b", "#2f6b4f", "#1f1a17"];

const { width, height } = SHARE_IMAGE;
const CLOTH_WIDTH = 384;

/** The page that is captured as the picture for shared links: brand, course and a pattern of threads. */
export function shareImagePage(mark: string): string {
  return `<!doctype html>
<style>
  ${fontFace("Display", DISPLAY)}
  ${fontFace("Text", TEXT)}
  * { margin: 0; box-sizing: border-box }
  body { width: ${width}px; height: ${height}px; background: ${PAPER}; color: #1f1a17; overflow: hidden;
    display: grid; grid-template-columns: 1fr ${CLOTH_WIDTH}px }
  main { padding: 64px 56px 60px 72px; display: flex; flex-direction: column; justify-content: space-between }
  .brand { display: flex; align-items: center; gap: 20px; font: 600 36px/1.15 Display }
  .brand svg { width: 68px; height: 68px; margin: -6px }
  h1 { font: 580 108px/1.02 Display; letter-spacing: -0.02em; font-variation-settings: "opsz" 48; text-wrap: balance }
  p { font: 400 34px/1.3 Text; color: #5d5249 }
  p::before { content: ""; display: block; width: 96px; height: 6px; background: #a8431f; margin-bottom: 28px }
</style>
<main>
  <div class="brand">${mark}${escapeHtml(SITE.name)}</div>
  <h1>${escapeHtml(COURSE.title)}</h1>
  <p>${LESSON_MINUTES} minutes a day. ${COURSE.modules.length} modules, ${TOTAL_LESSONS} lessons.</p>
</main>
${cloth()}`;
}

/** The site's braid, turned so that its threads run down the picture. */
function cloth(): string {
  const weave = braid(COURSE.id, 9, 16, "open");
  const colour = (thread: number) => THREADS[thread % THREADS.length];
  const layer = (part: "whole" | "over") =>
    weave.threads.map((each, thread) => `<path d="${each[part]}" stroke="${colour(thread)}"/>`).join("");
  return `<svg width="${CLOTH_WIDTH}" height="${height}" viewBox="0 0 ${weave.height} ${weave.width}"
    preserveAspectRatio="xMidYMid slice" fill="none" stroke-width="2.6" style="background:${CLOTH}">
    <g transform="matrix(0 1 1 0 0 0)">
      ${layer("whole")}<path d="${weave.gaps}" stroke="${CLOTH}" stroke-width="5"/>${layer("over")}
    </g></svg>`;
}

function fontFace(name: string, file: string): string {
  const bytes = readFileSync(join(FONTS, file)).toString("base64");
  return `@font-face { font-family: ${name}; font-weight: 100 900; src: url(data:font/woff2;base64,${bytes}) }`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
