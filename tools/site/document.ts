import {
  CRAWLER_ATTRIBUTE,
  HEAD_ATTRIBUTE,
  PAGE_ATTRIBUTE,
  SCRIPTS_ATTRIBUTE,
} from "../../src/app/document/documentPage.ts";

/** The head tags that React renders before all other HTML. It escapes `<` and `>` in their values. */
const HEAD_TAGS = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/;
const SHELL_TAG = new RegExp(
  `\\s*<(title|meta|link|noscript)\\b[^>]*\\s${HEAD_ATTRIBUTE}[^>]*>(?:.*?</\\1>)?`,
  "gs",
);
const FIRST_SCRIPT = '<script type="module"';
/** The script that applies the chosen theme and redirects a signed-in learner. Nothing may be painted before it. */
const BEFORE_ANY_PAINT = `${FIRST_SCRIPT} blocking="render"`;
const CUTS =
  /^(?<start>.*)(?<firstScript><script type="module"[^>]*><\/script>)(?<styles>.*)(?<bodyStart><\/head>.*)<div id="root"><\/div>(?<bodyEnd>.*)$/s;
const EMPTY_ROOT = '<div id="root"></div>';
const FORBIDDEN = /<script(?![^>]*type="application\/ld\+json")[^>]*>|<style\b|\sstyle="/;

export type DocumentParts = {
  /** `index.html` as Vite writes it, without a page. */
  built: string;
  /** React's HTML for `address`, beginning with the head tags. */
  html: string;
  /** Tags for the head that only crawlers read; `<` in their values is escaped. */
  crawlerTags: string;
  address: string;
  /** Addresses of the scripts that the page needs after its first paint. */
  scripts: readonly string[];
};

/**
 * The document of a page: `index.html` with the page in it and the page's own tags in the head.
 * Throws when the page contains HTML that the content policy would block, or when index.html is not as expected.
 */
export function documentOf({ built, html, crawlerTags, address, scripts }: DocumentParts): string {
  const head = HEAD_TAGS.exec(html)?.[0] ?? "";
  const body = html.slice(head.length);
  refuseInline(body, address);
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

/** The shell, which preloads the app's scripts because it shows nothing without them. */
export function shellOf(built: string, scripts: readonly string[]): string {
  const links = scripts.map((script) => `\n    <link rel="modulepreload" crossorigin href="${script}">`);
  return built
    .replace(FIRST_SCRIPT, BEFORE_ANY_PAINT)
    .replace("</head>", () => `${links.join("")}\n  </head>`);
}

/** The parts of index.html around the content that a custom document inserts. Throws when index.html is not as expected. */
export function cutShell(built: string): Shell {
  const { start, firstScript, styles, bodyStart, bodyEnd } = CUTS.exec(built)?.groups ?? {};
  if (!start || !firstScript || !styles || !bodyStart || !bodyEnd)
    throw new Error(`index.html has no first script in its head, or no ${EMPTY_ROOT}`);
  return { start, firstScript, styles, bodyStart, bodyEnd };
}

type Shell = Record<"start" | "firstScript" | "styles" | "bodyStart" | "bodyEnd", string>;

/** Throws when the HTML of `name` contains anything that the content policy would block. */
export function refuseInline(html: string, name: string): void {
  const refused = FORBIDDEN.exec(html)?.[0];
  if (refused) throw new Error(`${name} contains ${refused}, which the content policy blocks`);
}

/** The file for an address, named so that any host that maps /x to x.html finds it: `academy.html` for `/academy`. */
export function fileOf(address: string): string {
  return address === "/" ? "index.html" : `${address.slice(1)}.html`;
}
