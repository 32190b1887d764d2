import { useSyncExternalStore } from "react";
import { visitorTexts } from "../../../db/study/visitorTexts.ts";
import { useWorkbook } from "../../../db/synced/workbook.ts";
import { outlineLesson } from "../../../domain/course/course.ts";
import { labFieldId, labStanding } from "../../../domain/course/labState.ts";
import type { LabText } from "../../../domain/course/pack.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { cx } from "../../../ui/cx.ts";
import { LabBadge, LabPicture } from "../../../ui/study/LabPicture.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

type Props = {
  labs: readonly (Pick<LabText, "name" | "kind" | "title" | "purpose" | "minutes"> & {
    lessonId: LessonId;
  })[];
  signedIn: boolean;
  /** Where labs of several lessons are listed. */
  namesLesson?: boolean;
  className?: string;
};

/** Labs, tasks and topics with their pictures, minutes and states: the learner's, or those of a visitor in this tab. */
export default function LabCards({ labs, signedIn, namesLesson, className }: Props) {
  const workbook = useWorkbook();
  const here = useSyncExternalStore(visitorTexts.subscribe, visitorTexts.get);
  const storedIn = (field: string) => {
    if (!signedIn) return here.get(field);
    return workbook.status === "ready" ? workbook.byField.get(field)?.value : undefined;
  };
  return (
    <ul className={cx("grid gap-4", className)}>
      {labs.map(({ name, kind, title, purpose, minutes, lessonId }) => (
        <li
          key={name}
          className="relative flex min-w-0 flex-wrap gap-4 rounded-card border border-line bg-surface p-4 hover:border-edge"
        >
          <LabPicture name={kind ?? name} />
          <div className="flex min-w-0 flex-[1_1_9rem] flex-col items-start gap-1">
            <h3 className="text-lg!">
              <TextLink to={paths.lab(name)} className="after:absolute after:inset-0">
                {title}
              </TextLink>
            </h3>
            <p>{purpose}</p>
            <p className="text-base text-muted">
              {namesLesson && `Lesson ${lessonId}: ${outlineLesson(lessonId).title} · `}
              {minutes} minutes
            </p>
            <LabBadge standing={labStanding(storedIn(labFieldId(lessonId, name)) ?? "")} />
          </div>
        </li>
      ))}
    </ul>
  );
}
