import {
  CRAWLER_ATTRIBUTE,
  HEAD_ATTRIBUTE,
  PAGE_ATTRIBUTE,
  SCRIPTS_ATTRIBUTE,
} from "../../src/app/documentPage.ts";
import { REST, REST_ID, SIGHT_END, SIGHT_START } from "../../src/app/firstSight/pieces.ts";

/** The tags that React puts before everything else for the head. It escapes `<` and `>` in their values. */
const HEAD_TAGS = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;
const SHELL_TAG = new RegExp(
  `\\s*<(title|meta|link|noscript)\\b[^>]*\\s${HEAD_ATTRIBUTE}[^>]*>(?:.*?</\\1>)?`,
  "gs",
);
const FIRST_SCRIPT = '<script type="module"';
/** The script that applies the chosen theme and redirects a signed-in learner. Nothing may be painted before it. */
const BEFORE_ANY_PAINT = `${FIRST_SCRIPT} blocking="render"`;
const FIRST_TAG = /\s*(<script type="module"[^>]*><\/script>)/;
const EMPTY_ROOT = '<div id="root"></div>';
const FORBIDDEN = /<script(?![^>]*type="application\/ld\+json")[^>]*>|<style\b|\sstyle="/;

export type DocumentParts = {
  /** `index.html` as Vite writes it, which shows no page. */
  built: string;
  /** What React rendered for `address`, its tags for the head first. */
  html: string;
  /** Tags for the head that only crawlers read; `<` in their values is escaped. */
  crawlerTags: string;
  address: string;
  /** Addresses of the scripts that the page needs after its first paint. */
  scripts: readonly string[];
};

/**
 * The document of a page: `index.html` with the page in it and the page's own tags in the head.
 * Throws when the page holds what the content policy would refuse, or when index.html is not as expected.
 */
export function documentOf({ built, html, crawlerTags, address, scripts }: DocumentParts): string {
  const head = HEAD_TAGS.exec(html)?.[0] ?? "";
  const body = html.slice(head.length);
  const refused = FORBIDDEN.exec(body)?.[0];
  if (refused) throw new Error(`${address} holds ${refused}, which the content policy refuses`);
  if (!built.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`);
  const tags = [
    head.replace(/<(title|meta|link)\b/g, `\n    <$1 ${HEAD_ATTRIBUTE}`),
    crawlerTags.replace(/<(meta|script)\b/g, `\n    <$1 ${CRAWLER_ATTRIBUTE}`),
  ];
  const root = `<div id="root" ${PAGE_ATTRIBUTE}="${address}" ${SCRIPTS_ATTRIBUTE}="${scripts.join(" ")}">`;
  return built
    .replace(SHELL_TAG, "")
    .replace(FIRST_SCRIPT, BEFORE_ANY_PAINT)
    .replace("</head>", () => `${tags.join("")}\n  </head>`)
    .replace(EMPTY_ROOT, () => `${root}${body}</div>`);
}

/** The shell with preloaded app scripts, because it shows nothing before them. */
export function shellOf(built: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `\n    <link rel="modulepreload" crossorigin href="${script}">`);
  return built
    .replace(FIRST_SCRIPT, BEFORE_ANY_PAINT)
    .replace("</head>", () => `${links.join("")}\n  </head>`);
}

/**
 * The shell of the player, with the first sight of a lesson for the worker to fill in (src/app/firstSight). Browsers that can
 * wait paint nothing before that has been read. Throws when the first sight holds what the content policy would refuse.
 */
export function playerShellOf({ built, html, reading, place, app }: PlayerShellParts): string {
  const refused = FORBIDDEN.exec(html)?.[0];
  if (refused) throw new Error(`the first sight holds ${refused}, which the content policy refuses`);
  const first = FIRST_TAG.exec(built)?.[1];
  if (!first) throw new Error("index.html has no first script");
  const head = [
    // Before the styles: behind them it would wait for them.
    `<script>${reading}</script>`,
    `<link rel="expect" href="#${REST_ID}" blocking="render">`,
  ];
  const body = [
    SIGHT_START + html + SIGHT_END,
    `<div id="root" ${SCRIPTS_ATTRIBUTE}="${app.join(" ")}"></div>`,
    `<script>${place}</script>`,
    REST,
    first,
  ];
  return built
    .replace(FIRST_TAG, () => `\n    ${head.join("\n    ")}`)
    .replace(EMPTY_ROOT, () => body.join("\n    "));
}

type PlayerShellParts = {
  built: string;
  html: string;
  /** The code of the scripts that put the reader's choices on the document, and the reader where the lesson was left. */
  reading: string;
  place: string;
  /** Addresses of the scripts of the app and the player, to be run after it. */
  app: readonly string[];
};

/** The file of an address, so that any host which maps /x to x.html finds it: `/academy` is `academy.html`. */
export function fileOf(address: string): string {
  return address === "/" ? "index.html" : `${address.slice(1)}.html`;
}
