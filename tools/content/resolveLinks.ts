import type { Root } from "mdast";
import { visit } from "unist-util-visit";
import { paths } from "../../src/domain/paths.ts";
import type { Complain, LessonContext } from "./lessonContext.ts";

const LESSON_LINK = /^\.\.\/([^/#]+)\/lesson\.md$/;

/** Turns links to other lessons into addresses of the site, and reports every link that leads nowhere. */
export function resolveLinks(
  tree: Root,
  anchors: ReadonlySet<string>,
  context: LessonContext,
  complain: Complain,
): void {
  visit(tree, "link", (node) => {
    const line = node.position?.start.line ?? 1;
    if (node.children.length === 0) complain(line, `the link to ${node.url} has no text`);
    if (node.url.startsWith("https://")) return;
    if (node.url.startsWith("#")) {
      if (!anchors.has(node.url.slice(1)))
        complain(line, `the link ${node.url} matches no heading of this lesson`);
      return;
    }
    const lessonId = context.folders.get(LESSON_LINK.exec(node.url)?.[1] ?? "");
    if (lessonId) node.url = paths.course(lessonId);
    else
      complain(
        line,
        `the link ${node.url} leads nowhere: use https://, #heading or ../<lesson folder>/lesson.md`,
      );
  });
}
