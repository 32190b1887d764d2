import { Fragment } from "react";
import { useLessonPacks } from "../../db/lessonPacks.ts";
import { useWorkbook } from "../../db/workbook.ts";
import type { LessonId } from "../../domain/ids.ts";
import { openBoxes } from "../../domain/openBoxes.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** The workbook fields that earlier lessons left for the day of the review. Renders nothing if all are filled in. */
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
