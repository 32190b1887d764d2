import type { Nodes } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { assignAnchors } from "./anchors.ts";
import { renderTable } from "./renderTable.ts";

/** What a document may name. `null` is what the provider has not configured. */
export type LegalTokens = Record<string, string | null>;

const TOKEN = /\{\{(\w+)\}\}/g;
const parser = unified().use(remarkParse).use(remarkGfm);
const renderer = unified()
  .use(remarkRehype, { handlers: { table: renderTable } })
  .use(rehypeStringify);

/**
 * Compiles a legal document to HTML (headings from h2, no raw HTML). Tokens such as `{{legalName}}` are filled in as
 * plain text; a paragraph or list item that names an unconfigured one is left out. Throws on an unknown token.
 */
export function compileLegal(markdown: string, tokens: LegalTokens): string {
  const tree = parser.parse(markdown);
  dropUnconfigured(tree, tokens);
  fill(tree, tokens);
  assignAnchors(tree);
  return renderer.stringify(renderer.runSync(tree)).trim();
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
      if (value == null) throw new Error(`the legal text names {{${name}}}, which is not known`);
      return value;
    });
  if ("value" in node) node.value = insert(node.value);
  if ("url" in node) node.url = insert(node.url);
  if ("children" in node) for (const child of node.children) fill(child, tokens);
}
