import type { Nodes, Root, RootContent } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { assignAnchors } from "./text/anchors.ts";
import { plainText } from "./text/plainText.ts";
import { renderTable } from "./text/renderTable.ts";

/** The values that a document may use. `null` means that the provider has not configured the value. */
export type LegalTokens = Record<string, string | null>;

export type LegalText = {
  /** Its first line, such as "Last updated: 14 October 2025". */
  dated: string;
  /** HTML of the summary before the first section. */
  summary: string;
  /** HTML of the sections, headings from h2. */
  body: string;
  /** The sections in order. `id` is the id of the heading. */
  sections: LegalSection[];
};
type LegalSection = { id: string; title: string };

const TOKEN = /\{\{(\w+)\}\}/g;
const DATED = /: \d{1,2} [A-Z][a-z]+ \d{4}$/;
const parser = unified().use(remarkParse).use(remarkGfm);
const renderer = unified()
  .use(remarkRehype, { handlers: { table: renderTable } })
  .use(rehypeStringify);

/**
 * Compiles a legal document (no raw HTML). Tokens such as `{{legalName}}` are filled in as plain text; a paragraph or
 * list item that names an unconfigured one is left out. Throws on an unknown token, and when the document does not
 * begin with a dated line or has no section.
 */
export function compileLegal(markdown: string, tokens: LegalTokens): LegalText {
  const tree = parser.parse(markdown);
  dropUnconfigured(tree, tokens);
  fill(tree, tokens);
  assignAnchors(tree);

  const [first, ...rest] = tree.children;
  const dated = first ? plainText(first) : "";
  if (!DATED.test(dated)) throw new Error("a legal text must begin with a line that ends with its date");
  const start = rest.findIndex(isSection);
  if (start === -1) throw new Error("a legal text must have at least one section");
  return {
    dated,
    summary: render(rest.slice(0, start)),
    body: render(rest.slice(start)),
    sections: rest.filter(isSection).map((each) => ({ id: idOf(each), title: plainText(each) })),
  };
}

function isSection(node: RootContent): boolean {
  return node.type === "heading" && node.depth === 2;
}

function idOf(heading: RootContent): string {
  return String(heading.data?.hProperties?.id);
}

function render(children: RootContent[]): string {
  const root: Root = { type: "root", children };
  return renderer.stringify(renderer.runSync(root)).trim();
}

function dropUnconfigured(node: Nodes, tokens: LegalTokens): void {
  if (!("children" in node)) return;
  const kept = node.children.filter((child) => {
    const isWhole = child.type === "listItem" || child.type === "paragraph";
    return !(isWhole && tokensIn(child).some((name) => tokens[name] === null));
  });
  node.children.splice(0, node.children.length, ...kept);
  for (const child of kept) dropUnconfigured(child, tokens);
}

function tokensIn(node: Nodes): string[] {
  const own = "value" in node ? node.value : "url" in node ? node.url : "";
  const names = [...own.matchAll(TOKEN)].map(([, name = ""]) => name);
  return "children" in node ? [...names, ...node.children.flatMap(tokensIn)] : names;
}

function fill(node: Nodes, tokens: LegalTokens): void {
  const insert = (text: string) =>
    text.replace(TOKEN, (_whole, name: string) => {
      const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
      if (value == null) throw new Error(`the legal text uses the unknown token {{${name}}}`);
      return value;
    });
  if ("value" in node) node.value = insert(node.value);
  if ("url" in node) node.url = insert(node.url);
  if ("children" in node) for (const child of node.children) fill(child, tokens);
}
