import type { Element, ElementContent, Root } from "hast";
import type { Nodes, Paragraph, RootContent } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkRehype, { defaultHandlers, type Options } from "remark-rehype";
import { unified } from "unified";
import { EXIT, visit } from "unist-util-visit";
import type { AskIsland, FieldIsland, Island } from "../../../src/domain/course/island.ts";
import { RUBRIC_MARKS, type RubricData } from "../../../src/features/labs/rubric/data.ts";
import { ASK_HOW } from "../../../src/ui/ask/askHow.ts";
import { buttonStyle } from "../../../src/ui/buttonStyle.ts";
import { CONTROL_STYLE } from "../../../src/ui/form/controlStyle.ts";
import type { BlockNode, ContainerNode } from "../blocks/blockParts.ts";
import { blockContent, blockLabel } from "../blocks/blockParts.ts";
import { BLOCKS } from "../blocks/blocks.ts";
import { readViews, renderViews } from "../drawing/views.ts";
import { element, words } from "./element.ts";
import { plainText } from "./plainText.ts";
import { renderTable } from "./renderTable.ts";

const CHECK_STYLE = buttonStyle("secondary", "medium").split(" ");

type Handler = NonNullable<NonNullable<Options["handlers"]>["paragraph"]>;
type State = Parameters<Handler>[0];

export type BodyParts = {
  drawings: ReadonlyMap<string, Element>;
  islands: ReadonlyMap<Nodes, Island>;
  /** The key of each block within its page. */
  keys: ReadonlyMap<Nodes, string>;
};

/** The HTML, and the end of each part in it. */
export type RenderedBody = { html: string; ends: number[] };

/**
 * Renders a checked text, given as consecutive parts. A part may be shown alone, below the page's title, so its first
 * heading is of the second level (WCAG 1.3.1). Also drops HTML in the Markdown, so that no raw HTML passes through.
 */
export function renderBody(
  texts: readonly RootContent[][],
  { drawings, islands, keys }: BodyParts,
): RenderedBody {
  const renderIsland = (node: BlockNode) => {
    const island = islands.get(node);
    return island && placeholder(island);
  };
  const handlers: Options["handlers"] = {
    containerDirective: (state: State, node: ContainerNode) =>
      renderIsland(node) ?? renderBlock(state, node, keys.get(node) ?? ""),
    leafDirective: (_state: State, node: BlockNode) =>
      renderIsland(node) ?? (node.name === "drawing" ? renderDrawingViews(node, drawings) : undefined),
    paragraph: (state: State, node: Paragraph) =>
      renderDrawing(node, drawings) ?? defaultHandlers.paragraph(state, node),
    table: renderTable,
  };
  const renderer = unified()
    .use(remarkRehype, { handlers })
    // Only the answers of `ask` and the points of a rubric are raw: the HTML of their own Markdown (readIslands.ts).
    .use(rehypeStringify, { allowDangerousHtml: true });
  let html = "";
  const ends = texts.map((children) => {
    const part = renderer.runSync({ type: "root", children });
    raiseFirstHeading(part);
    html = `${html}\n${renderer.stringify(part).trim()}`.trimStart();
    return html.length;
  });
  return { html, ends };
}

function raiseFirstHeading(part: Root): void {
  visit(part, "element", (node) => {
    if (!/^h[2-6]$/.test(node.tagName)) return undefined;
    node.tagName = "h2";
    return EXIT;
  });
}

/** The element that the page fills. Until then a field shows its shape; the class of another kind reserves space. */
function placeholder(island: Island): Element {
  const { id, kind } = island;
  return element("div", { className: ["island", `island-${kind}`], "data-island": id }, shapeOf(island));
}

function shapeOf(island: Island): ElementContent[] {
  if (island.kind === "field") return [fieldShape(island)];
  if (island.kind === "ask") return [askShape(island)];
  return island.kind === "lab" && island.name === "rubric" ? [rubricShape(island.data as RubricData)] : [];
}

/** The rubric as a table that can be read without scripts. */
function rubricShape({ points }: RubricData): Element {
  const cells = (tag: "th" | "td", texts: string[]) => texts.map((each) => element(tag, {}, [words(each)]));
  return element("div", { className: ["table-scroll"], "data-shape": true }, [
    element("table", {}, [
      element("thead", {}, [element("tr", {}, cells("th", ["Point", ...RUBRIC_MARKS]))]),
      element(
        "tbody",
        {},
        points.map(({ point, how }) =>
          element("tr", {}, [
            element("td", {}, [element("strong", {}, [words(point)]), words(" "), raw(how)]),
            ...cells(
              "td",
              RUBRIC_MARKS.map(() => "☐"),
            ),
          ]),
        ),
      ),
    ]),
  ]);
}

/**
 * As high as the field itself (WorkbookField.tsx) at any width, so that the text below does not move. Hidden, because an
 * older app, whose update the learner has postponed, would not remove it; the present app's styles show it (prose.css).
 */
function fieldShape({ label, hint, lines }: FieldIsland): Element {
  const style = CONTROL_STYLE.split(" ");
  return element("div", { className: ["workbook-field"], "data-shape": true, hidden: "until-found" }, [
    element("div", { className: ["flex", "flex-col", "gap-1.5"] }, [
      element("div", { className: ["font-semibold"] }, [words(label)]),
      ...(hint ? [element("p", { className: ["text-base", "text-muted"] }, [words(hint)])] : []),
      lines === 1
        ? element("input", { type: "text", className: style, inert: true }, [])
        : element(
            "textarea",
            { rows: lines, className: [...style, "block", "resize-y", "growing"], inert: true },
            [],
          ),
    ]),
    element("div", { className: ["field-status"] }, []),
  ]);
}

/** The HTML of the Markdown in an island. */
const raw = (value: string): ElementContent => ({ type: "raw", value }) as never;

/** The question as it can be read without scripts and before the app has started (AskCard.tsx), as high as its card. */
function askShape({ question, as, answers, right, after = [] }: AskIsland): Element {
  const how = ASK_HOW[as];
  const list = as === "order" ? "ol" : "ul";
  const shown = as === "order" ? right : right.toSorted((a, b) => a - b);
  return element("section", { className: ["block", "block-ask"], "data-shape": true }, [
    element("p", { className: ["ask-question"] }, [words(question)]),
    ...(how ? [element("p", { className: ["ask-how"] }, [words(how.hint)])] : []),
    element(
      "ul",
      { className: ["ask-answers", `ask-${as}`] },
      answers.map(({ text }) =>
        element("li", {}, [element("span", { className: ["ask-answer"] }, [raw(text)])]),
      ),
    ),
    ...(how
      ? [
          element("button", { type: "button", className: [...CHECK_STYLE, "ask-check"], inert: true }, [
            words("Check"),
          ]),
        ]
      : []),
    element("details", { className: ["ask-key"] }, [
      element("summary", {}, [words("The answer")]),
      element(
        list,
        {},
        shown.map((index) =>
          element("li", {}, [
            element("strong", {}, [raw(answers[index]?.text ?? "")]),
            ...(answers[index]?.why ? [words(" "), raw(answers[index].why)] : []),
          ]),
        ),
      ),
      ...after.map((each) => element("p", {}, [raw(each)])),
    ]),
  ]);
}

function renderBlock(state: State, node: ContainerNode, key: string): Element {
  const render = BLOCKS[node.name]?.render;
  if (!render) throw new Error(`${node.name} was not checked before it was rendered`);
  const label = blockLabel(node);
  const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => [
    name,
    (value ?? "").trim(),
  ]);
  return render({
    attributes: Object.fromEntries(attributes),
    label: label ? { id: String(label.data?.hProperties?.id), content: state.all(label) } : null,
    // A blockquote may have the same children as a block.
    body: state.wrap(state.all({ type: "blockquote", children: blockContent(node) as [] }), true),
    key,
  });
}

function renderDrawingViews(node: BlockNode, drawings: ReadonlyMap<string, Element>): Element {
  const attributes = Object.fromEntries(
    Object.entries(node.attributes ?? {}).map(([name, value]) => [name, value ?? ""]),
  );
  const svg = drawings.get(attributes.file ?? "");
  const views = readViews(attributes);
  if (!svg || "fault" in views) throw new Error(`${attributes.file} was not checked before it was rendered`);
  return renderViews(`views-${attributes.file}`, svg, plainText(node).trim(), views);
}

function renderDrawing(node: Paragraph, drawings: ReadonlyMap<string, Element>): Element | undefined {
  const image = node.children[0];
  if (image?.type !== "image") return undefined;
  const svg = drawings.get(image.url);
  if (!svg) throw new Error(`${image.url} was not checked before it was rendered`);
  return element("figure", { className: ["drawing"] }, [
    svg,
    element("figcaption", {}, [words(image.alt ?? "")]),
  ]);
}
