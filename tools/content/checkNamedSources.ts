import type { FrontMatter } from "./frontMatter.ts";
import type { Complain } from "./lessonContext.ts";
import type { LessonSource } from "./lessonSource.ts";
import type { LineOf } from "./parseYaml.ts";
import { readableText } from "./readableText.ts";

/** A claim of a single report must name that report in the text. Reports the sources that are not named. */
export function checkNamedSources(
  { body, sheets }: LessonSource,
  front: { value: FrontMatter; lineOf: LineOf },
  complain: Complain,
): void {
  const texts = [...(body ? [body] : []), ...sheets].map(({ tree }) => readableText(tree)).join("\n");
  for (const [index, { named }] of front.value.sources.entries()) {
    if (named && !texts.includes(named))
      complain(
        front.lineOf(["sources", index, "named"]),
        `the text never names this source as "${named}", although it rests on one report`,
      );
  }
}
