import { useLessonPacks } from "../../db/lessonPacks.ts";
import { COURSE } from "../../domain/course.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { type Fields, useFields } from "./fields.ts";
import { TakeWorkbook } from "./TakeWorkbook.tsx";
import { WorkbookLesson } from "./WorkbookLesson.tsx";
import { type WorkbookPage, workbookPages } from "./workbookPages.ts";

/** All workbook questions of the course in one place, to edit, print or export. */
export function Component() {
  const lessons = useLessonPacks();
  const fields = useFields();
  if (lessons.status === "loading" || fields.status === "loading")
    return <Spinner label="Opening your workbook…" />;
  const pages = workbookPages(lessons.packs);
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          <span className="hidden print:inline">{SITE.name} · </span>
          {COURSE.title}
        </p>
        <h1>Your workbook</h1>
        <p className="max-w-prose text-lg text-muted print:hidden">
          What you write in the lessons is collected here and grows into your capstone.
        </p>
      </header>
      {pages.length === 0 ? <NothingYet /> : <Pages pages={pages} fields={fields} />}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No lesson with a workbook page is on this device yet"
      seed="workbook"
      action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
    >
      <p>Your pages appear here as soon as the lessons have downloaded to this device.</p>
    </EmptyState>
  );
}

function Pages({ pages, fields }: { pages: WorkbookPage[]; fields: Extract<Fields, { status: "ready" }> }) {
  const { answerTo, write, isKept } = fields;
  const all = pages.flatMap((page) => page.fields);
  const written = all.filter(({ id }) => answerTo(id).trim() !== "").length;
  return (
    <>
      {!isKept && (
        <Banner className="print:hidden" title="You are not signed in.">
          <p>What you write here is lost when you leave. Print it or download it first.</p>
        </Banner>
      )}
      <div className="flex flex-col gap-5 print:hidden">
        <Progress
          label="Written so far"
          value={written}
          max={all.length}
          valueText={`${written} of ${all.length} questions`}
        />
        <TakeWorkbook pages={pages} answerTo={answerTo} />
      </div>
      {pages.map((page) => (
        <WorkbookLesson key={page.lessonId} page={page} answerTo={answerTo} write={write} isKept={isKept} />
      ))}
    </>
  );
}
