import { Printer } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { useCourseState } from "./course/useCourseState.ts";
import { LessonText } from "./reading/LessonText.tsx";
import type { ActivitiesSlot } from "./slots/activitiesSlot.ts";

/** One sheet of a lesson, which the learner can read, fill in and print on one page of A4. */
export function SheetPage({ activities }: { activities: ActivitiesSlot }) {
  const [query] = useSearchParams();
  const course = useCourseState();
  const lessons = useLessonPacks();
  if (!course || lessons.status === "loading") return <Spinner label="Opening the sheet…" />;

  const name = query.get("name");
  const pack = lessons.packs.find((each) => each.sheets?.some((sheet) => sheet.name === name));
  const sheet = pack?.sheets?.find((each) => each.name === name);
  if (!pack || !sheet || course.standingOf(pack.lessonId) === "locked") return <NoSheet />;
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
          <TextLink to={paths.course(pack.lessonId)}>Back to lesson {pack.lessonId}</TextLink>
        </div>
      </header>
      <LessonText pack={pack} sheet={sheet} activities={activities} />
    </article>
  );
}

function NoSheet() {
  return (
    <div className="page py-8">
      <EmptyState
        title="This sheet is not on this device"
        seed="sheet"
        action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
      >
        <p>Sheets are downloaded with their lessons when you are online.</p>
      </EmptyState>
    </div>
  );
}
