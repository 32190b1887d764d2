import type { Link, Nodes, Root } from "mdast";
import { visit } from "unist-util-visit";
import type { Island } from "../../../src/domain/course/island.ts";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { paths } from "../../../src/domain/paths.ts";
import { slugOf } from "../../../src/domain/text/terms.ts";
import { blockLabel } from "../blocks/blockParts.ts";
import { readIslands } from "../islands/readIslands.ts";
import { cutSteps } from "../steps/cutSteps.ts";
import { assignAnchors, unused } from "../text/anchors.ts";
import { plainText } from "../text/plainText.ts";
import { type RenderedBody, renderBody } from "../text/renderBody.ts";
import { checkBody } from "./checkBody.ts";
import type { Complain, TextContext } from "./lessonContext.ts";
import type { TextSource } from "./lessonSource.ts";

export type CompiledText = {
  /** May be called only for a text without errors. */
  render: () => Omit<RenderedBody, "ends"> & Required<Pick<LessonPack, "steps">>;
  islands: Island[];
  /** Slugs of the glossary terms that the text links to. */
  linkedTerms: ReadonlySet<string>;
};

/** Checks the body of a lesson or a sheet and prepares it for rendering. */
export function compileText({ tree }: TextSource, context: TextContext, complain: Complain): CompiledText {
  const anchors = assignAnchors(tree);
  checkBody(tree, context, complain);
  const linkedTerms = resolveLinks(tree, anchors, context, complain);
  const keys = keysOf(tree);
  const islands = readIslands(tree, keys, context, complain);
  return {
    render: () => {
      // Only a lesson is read in steps: in any other page, a cut would raise the title of a block in its middle.
      const cuts =
        context.kind === "lesson" ? cutSteps(tree) : [{ title: null, minutes: 0, nodes: tree.children }];
      const texts = cuts.map(({ nodes }) => nodes);
      const { ends, ...rendered } = renderBody(texts, { drawings: context.drawings, islands, keys });
      const steps = cuts.map(({ title, minutes }, index) => ({
        title: title ?? `Step ${index + 1}`,
        minutes: Math.max(Math.round(minutes), 1),
        end: ends[index] ?? 0,
      }));
      return { ...rendered, steps };
    },
    islands: [...islands.values()],
    linkedTerms,
  };
}

const LESSON_LINK = /^(?:\.\.\/){1,2}([^/#]+)\/lesson\.md$/;

/**
 * Turns links to lessons, terms and sheets into addresses on the site, and reports every link that leads nowhere.
 * Returns the slugs of the terms that are linked.
 */
function resolveLinks(
  tree: Root,
  anchors: ReadonlySet<string>,
  context: TextContext,
  complain: Complain,
): Set<string> {
  const linked = new Set<string>();
  visit(tree, "link", (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.children.length === 0) complain(line, `the link to ${node.url} has no text`);
    const fault = resolveLink(node, anchors, context, linked);
    if (fault) complain(line, fault);
  });
  return linked;
}

function resolveLink(
  node: Link,
  anchors: ReadonlySet<string>,
  { course }: TextContext,
  linked: Set<string>,
): string | undefined {
  const { url } = node;
  if (url.startsWith("https://")) return undefined;
  if (url.startsWith("#"))
    return anchors.has(url.slice(1)) ? undefined : `the link ${url} matches no heading of this page`;
  if (url.startsWith("term:")) {
    const slug = url.slice("term:".length);
    if (!course.terms.has(slug)) return `the term ${slug} is in no lesson's front matter`;
    linked.add(slug);
    node.url = paths.glossary(slug);
    node.data = { ...node.data, hProperties: { className: ["term"], "data-term": slug } };
    return undefined;
  }
  if (url.startsWith("sheet:")) {
    const name = url.slice("sheet:".length);
    if (!course.sheets.has(name)) return `no lesson has a sheet called ${name}`;
    node.url = paths.sheet(name);
    return undefined;
  }
  if (url === "page:capstone") {
    node.url = paths.capstone();
    return undefined;
  }
  const lessonId = course.folders.get(LESSON_LINK.exec(url)?.[1] ?? "");
  if (!lessonId)
    return `the link ${url} leads nowhere: use https://, #heading, term:name, sheet:name, page:capstone or ../<lesson folder>/lesson.md`;
  node.url = paths.course(lessonId);
  return undefined;
}

const MAX_LETTERS = 60;

/**
 * Assigns every block a key derived from its kind and words. The key changes only with them, so devices can store it.
 */
function keysOf(tree: Root): ReadonlyMap<Nodes, string> {
  const keys = new Map<Nodes, string>();
  const taken = new Set<string>();
  visit(tree, "containerDirective", (node) => {
    const { question, ask, for: audience } = node.attributes ?? {};
    const label = blockLabel(node);
    const said = question ?? ask ?? audience ?? (label ? plainText(label) : "");
    const key = unused(taken, slugOf(`${node.name} ${said}`).slice(0, MAX_LETTERS));
    taken.add(key);
    keys.set(node, key);
  });
  return keys;
}
