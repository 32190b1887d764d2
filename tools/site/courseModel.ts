import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SKIP, visit } from "unist-util-visit";
import type { Plugin } from "vite";
import { train } from "../../src/features/labs/guess-next-word/training.ts";
import { parseMarkdown } from "../content/text/markdown.ts";
import { readableText } from "../content/text/readableText.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "content", "lessons");
const ID = "virtual:course-model";

/** The lessons in their order, each as the path of its text. */
function lessonFiles(folder = FOLDER): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name, "lesson.md"))
    .sort();
}

/** The headings, paragraphs and table cells of a lesson as plain text. */
function paragraphsOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  visit(parseMarkdown(markdown), (node) => {
    if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell") return undefined;
    const text = readableText(node);
    if (text) paragraphs.push(text);
    return SKIP;
  });
  return paragraphs;
}

/** Trains the language models of the lab `guess-next-word` on the text of the course (docs/decisions/0066). */
export function courseModel(): Plugin {
  let isPrerendering: boolean;
  return {
    name: "academy:course-model",
    configResolved: ({ build }) => {
      isPrerendering = Boolean(build.ssr);
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      // Training takes almost a second, and no page that is rendered in advance shows the lab.
      if (isPrerendering)
        return {
          code: `export const course = null; throw new Error("${ID} is left out");`,
          moduleType: "js",
        };
      const paragraphs = lessonFiles().flatMap((file) => paragraphsOf(readFileSync(file, "utf8")));
      // Browsers parse JSON faster than an object literal.
      const json = JSON.stringify(JSON.stringify(train(paragraphs)));
      return { code: `export const course = JSON.parse(${json});`, moduleType: "js" };
    },
  };
}
