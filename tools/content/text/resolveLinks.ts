import type { Link, Root } from "mdast";
import { visit } from "unist-util-visit";
import { paths } from "../../../src/domain/paths.ts";
import type { Complain, TextContext } from "../lesson/lessonContext.ts";

const LESSON_LINK = /^(?:\.\.\/){1,2}([^/#]+)\/lesson\.md$/;

/**
 * Turns links to lessons, terms and sheets into addresses on the site, and reports every link that leads nowhere.
 * Returns the slugs of the terms that are linked.
 */
export function resolveLinks(
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
