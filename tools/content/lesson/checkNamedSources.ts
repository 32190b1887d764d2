import type { LineOf } from "../parseYaml.ts";
import { readableText } from "../text/readableText.ts";
import type { FrontMatter } from "./frontMatter.ts";
import type { Complain } from "./lessonContext.ts";
import type { LessonSource } from "./lessonSource.ts";

/** The text must name a report that is the only source of a claim. Reports each one that it does not name. */
export function checkNamedSources(
  { body, sheets, labs }: LessonSource,
  front: { value: FrontMatter; lineOf: LineOf },
  complain: Complain,
): void {
  const texts = [...(body ? [body] : []), ...sheets, ...labs]
    .map(({ tree }) => readableText(tree))
    .join("\n");
  for (const [index, { named }] of front.value.sources.entries()) {
    if (named && !texts.includes(named))
      complain(
        front.lineOf(["sources", index, "named"]),
        `the text never names this source as "${named}", although it is the only source of a claim`,
      );
  }
}
