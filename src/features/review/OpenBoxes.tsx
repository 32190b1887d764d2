import { Fragment } from "react";
import { useLessonPacks } from "../../db/lessonPacks.ts";
import { useWorkbook } from "../../db/workbook.ts";
import type { LessonId } from "../../domain/ids.ts";
import { openBoxes } from "../../domain/openBoxes.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** What the lessons so far left for the day of the review. Nothing when every box is written in. */
export function OpenBoxes({ last }: { last: LessonId }) {
  const lessons = useLessonPacks();
  const workbook = useWorkbook();
  if (lessons.status !== "ready" || workbook.status !== "ready") return null;
  const open = openBoxes(lessons.packs, last, (id) => workbook.byField.get(id)?.value ?? "");
  if (open.length === 0) return null;
  return (
    <p className="max-w-prose print:hidden">
      Boxes still empty in <TextLink to={paths.workbook()}>your workbook</TextLink>:{" "}
      {open.map(({ lessonId, count }, index) => (
        <Fragment key={lessonId}>
          {index > 0 && ", "}
          {count} in <TextLink to={paths.course(lessonId)}>lesson {lessonId}</TextLink>
        </Fragment>
      ))}
      .
    </p>
  );
}
