import type { Island } from "../../../src/domain/course/island.ts";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { readIslands } from "../islands/readIslands.ts";
import { cutSteps } from "../steps/cutSteps.ts";
import { assignAnchors } from "../text/anchors.ts";
import { keysOf } from "../text/keys.ts";
import { type RenderedBody, renderBody } from "../text/renderBody.ts";
import { resolveLinks } from "../text/resolveLinks.ts";
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
      const cuts = cutSteps(tree);
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
