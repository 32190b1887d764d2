import { Printer } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { outlineLesson } from "../../domain/course/course.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { linkedName } from "../../domain/text/linkedValue.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useCourseState } from "./course/useCourseState.ts";
import { AbsentPage } from "./lesson/AbsentLesson.tsx";
import { LessonText } from "./reading/LessonText.tsx";
import type { ActivitiesSlot } from "./slots/activitiesSlot.ts";
import { lessonPathBack } from "./steps/useStep.ts";

/** One sheet of a lesson, which the learner can read, fill in and print on one page of A4. Without a name: all of them. */
export function SheetPage({ activities }: { activities: ActivitiesSlot }) {
  const [query] = useSearchParams();
  const course = useCourseState();
  const lessons = useLessonPacks();
  if (!course || lessons.status === "loading") return <Spinner label="Opening the sheet…" />;

  const name = linkedName(query, "name");
  const open = lessons.packs.filter(({ lessonId }) => course.standingOf(lessonId) !== "locked");
  if (name === null) return <SheetLibrary packs={open} />;
  const pack = open.find((each) => each.sheets?.some((sheet) => sheet.name === name));
  const sheet = pack?.sheets?.find((each) => each.name === name);
  if (!pack || !sheet) return <AbsentPage thing="sheet" />;
  return (
    <article className="paper sheet page flex max-w-3xl flex-col gap-6 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          <span className="hidden print:inline">{SITE.name} · </span>A sheet from lesson {pack.lessonId}
        </p>
        <h1>{sheet.title}</h1>
        <p className="max-w-prose text-lg text-muted">{sheet.purpose}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print or save as PDF
          </Button>
          <TextLink to={lessonPathBack(pack.lessonId)}>Back to lesson {pack.lessonId}</TextLink>
        </div>
      </header>
      <LessonText pack={pack} sheet={sheet} activities={activities} />
    </article>
  );
}

/** All sheets on this device, by lesson. */
function SheetLibrary({ packs }: { packs: readonly LessonPack[] }) {
  const shelves = packs.flatMap(({ lessonId, sheets = [] }) =>
    sheets.length > 0 ? [{ lessonId, sheets }] : [],
  );
  if (shelves.length === 0) return <AbsentPage thing="sheet" />;
  return (
    <div className="page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <h1>Resource library</h1>
        <p className="max-w-prose text-lg text-muted">
          One-page sheets from the lessons, to fill in here or to print and keep.
        </p>
      </header>
      {shelves.map(({ lessonId, sheets }) => (
        <section key={lessonId} aria-labelledby={`shelf-${lessonId}`} className="flex flex-col gap-4">
          <h2 id={`shelf-${lessonId}`} className="text-xl">
            Lesson {lessonId}: {outlineLesson(lessonId).title}
          </h2>
          <ul className="flex flex-col gap-4">
            {sheets.map(({ name, title, purpose }) => (
              <li key={name} className="flex flex-col">
                <TextLink to={paths.sheet(name)} className="self-start font-semibold">
                  {title}
                </TextLink>
                <span className="text-muted">{purpose}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
