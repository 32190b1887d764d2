import type { Link, Nodes, PhrasingContent, Root, RootContent } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { LEGAL_FACTS, type LegalFacts, refillLegal } from "../../src/domain/provider/legalFacts.ts";
import { assignAnchors } from "./text/anchors.ts";
import { plainText } from "./text/plainText.ts";
import { renderTable } from "./text/renderTable.ts";

export type LegalText = {
  /** Its first line, such as "Last updated: 14 October 2025", with the date of its present words in brackets if it has one. */
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
/** Facts that a provider may not have. */
const OPTIONAL: ReadonlySet<string> = new Set([
  "address",
  "vatNumber",
  "registration",
  "phone",
  "consultancyStudent",
  "consultancyNgo",
  "consultancyProfessional",
]);
const DATED = /: \d{1,2} [A-Z][a-z]+ \d{4}( \([^)]+ \d{1,2} [A-Z][a-z]+ \d{4}\))?$/;
const parser = unified().use(remarkParse).use(remarkGfm);
const renderer = unified()
  .use(remarkRehype, { handlers: { table: renderTable } })
  .use(rehypeStringify);

/**
 * Compiles a legal document (no raw HTML). Tokens such as `{{legalName}}` become marked elements that contain the fact as
 * plain text, so that a newer one can replace it later (`refillLegal`); a paragraph or list item that names an absent one is
 * hidden. Throws on an unknown token, and when the document does not begin with a dated line or has no section.
 */
export function compileLegal(markdown: string, facts: LegalFacts): LegalText {
  const tree = parser.parse(markdown);
  mark(tree);
  assignAnchors(tree);
  const render = (children: RootContent[]) => refillLegal(toHtml(children), facts);

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

function toHtml(children: RootContent[]): string {
  const root: Root = { type: "root", children };
  return renderer.stringify(renderer.runSync(root)).trim();
}

/** Replaces the tokens below this node with elements with the attributes that `refillLegal` looks for. */
function mark(node: Nodes): void {
  if (!("children" in node)) return;
  if (node.type === "listItem" || node.type === "paragraph") {
    const needed = factsIn(node).find((name) => OPTIONAL.has(name));
    if (needed) node.data = { ...node.data, hProperties: { dataNeeds: needed } };
  }
  // Backwards, because a text becomes several nodes. A node that may contain a text may contain these too.
  const children: Nodes[] = node.children;
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at];
    if (child?.type === "text") children.splice(at, 1, ...split(child.value));
    else if (child) {
      if (child.type === "link") markMailLink(child);
      mark(child);
    }
  }
}

/** The text with an empty element in place of each token. */
function split(text: string): PhrasingContent[] {
  return text.split(TOKEN).map((part, index) => {
    // Every second part is the name in a token.
    if (index % 2 === 0) return { type: "text", value: part };
    requireFact(part);
    return { type: "emphasis", data: { hName: "span", hProperties: { dataFact: part } }, children: [] };
  });
}

function markMailLink(link: Link): void {
  const [, name] = /^mailto:\{\{(\w+)\}\}$/.exec(link.url) ?? [];
  if (!name) return;
  requireFact(name);
  link.url = "";
  link.data = { ...link.data, hProperties: { dataMailto: name } };
}

/** The names in the texts of this line. */
function factsIn(node: Nodes): string[] {
  if (node.type === "text") return [...node.value.matchAll(TOKEN)].map(([, name = ""]) => name);
  return "children" in node ? node.children.flatMap(factsIn) : [];
}

function requireFact(name: string): void {
  if (!LEGAL_FACTS.some((each) => each === name))
    throw new Error(`the legal text uses the unknown token {{${name}}}`);
}
