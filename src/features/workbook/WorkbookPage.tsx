import { Download, Printer } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { COURSE } from "../../domain/course/course.ts";
import { parseMarks } from "../../domain/course/marks.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { count } from "../../domain/text/syncSentence.ts";
import { saveFile } from "../../platform/device/saveFile.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type Fields, useFields } from "./fields.ts";
import { WorkbookField } from "./WorkbookField.tsx";
import {
  countWritten,
  latestLesson,
  type WorkbookPage,
  workbookPages,
  workbookText,
} from "./workbookPages.ts";

/** All workbook questions of the course on one page, where the learner can edit, print and export the answers. */
export function Component() {
  const lessons = useLessonPacks();
  const fields = useFields();
  const workbook = useWorkbook();
  if (lessons.status === "loading" || fields.status === "loading" || workbook.status === "loading")
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
          What you write in the lessons is collected here and grows into{" "}
          <TextLink to={paths.capstone()}>your capstone</TextLink>.
        </p>
      </header>
      {pages.length === 0 ? (
        <NothingYet />
      ) : (
        <Pages
          pages={pages}
          fields={fields}
          writtenAt={(fieldId) => workbook.byField.get(fieldId)?.writtenAt ?? ""}
        />
      )}
    </div>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="There are no lessons with a workbook page on this device yet"
      seed="workbook"
      action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
    >
      <p>Your pages appear here as soon as the lessons have downloaded to this device.</p>
    </EmptyState>
  );
}

type PagesProps = {
  pages: WorkbookPage[];
  fields: Extract<Fields, { status: "ready" }>;
  /** The ISO time of the last change to a field, or "". */
  writtenAt: (fieldId: string) => string;
};

/** The lessons, of which the one with the latest answer is open at first. */
function Pages({ pages, fields, writtenAt }: PagesProps) {
  const { answerTo, write, isKept } = fields;
  const [current] = useState(() => latestLesson(pages, writtenAt));
  const list = useRef<HTMLDivElement>(null);
  const all = pages.flatMap((page) => page.fields);

  const openAll = useCallback(() => {
    for (const each of list.current?.querySelectorAll("details") ?? []) each.open = true;
  }, []);
  // Not every browser can print what a closed disclosure contains.
  useEffect(() => {
    addEventListener("beforeprint", openAll);
    return () => removeEventListener("beforeprint", openAll);
  }, [openAll]);

  return (
    <>
      {!isKept && (
        <Banner className="print:hidden" title="You are not signed in.">
          <p>Your text will be lost when you close or reload this tab. Print it or download it first.</p>
        </Banner>
      )}
      <div className="flex flex-col gap-5 print:hidden">
        <Progress
          label="Written so far"
          value={countWritten(all, answerTo)}
          max={all.length}
          valueText={`${countWritten(all, answerTo)} of ${all.length} questions`}
        />
        <TakeWorkbook pages={pages} answerTo={answerTo} onOpenAll={openAll} />
      </div>
      <div ref={list}>
        {pages.map((page) => (
          <WorkbookLesson
            key={page.lessonId}
            page={page}
            isOpen={page.lessonId === current}
            answerTo={answerTo}
            write={write}
            isKept={isKept}
          />
        ))}
      </div>
    </>
  );
}

type TakeWorkbookProps = {
  pages: readonly WorkbookPage[];
  answerTo: (fieldId: string) => string;
  onOpenAll: () => void;
};

/** Exports the workbook as a plain text file, or through the browser's print dialog, which supports every script. */
function TakeWorkbook({ pages, answerTo, onOpenAll }: TakeWorkbookProps) {
  function download(): void {
    const text = workbookText(pages, answerTo);
    saveFile({ name: "my-workbook.txt", type: "text/plain;charset=utf-8", text });
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        Print or save as PDF
      </Button>
      <Button variant="secondary" onClick={download}>
        <Download aria-hidden="true" className="size-5" />
        Download as text
      </Button>
      <Button variant="quiet" onClick={onOpenAll}>
        Open all lessons
      </Button>
    </div>
  );
}

type WorkbookLessonProps = {
  page: WorkbookPage;
  /** Whether it is open at first. */
  isOpen: boolean;
  isKept: boolean;
  answerTo: (fieldId: string) => string;
  write: (fieldId: string, value: string) => Promise<void>;
};

function WorkbookLesson({ page, isOpen, isKept, answerTo, write }: WorkbookLessonProps) {
  const { lessonId, title, fields, marks } = page;
  return (
    <Disclosure
      open={isOpen}
      summary={
        <>
          <h2 className="text-2xl">
            Lesson {lessonId}: {title}
          </h2>
          <span className="font-normal text-muted print:hidden">
            {countWritten(fields, answerTo)} of {count(fields.length, "question")} answered
          </span>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap gap-x-5 print:hidden">
          <TextLink to={paths.course(lessonId)}>Read the lesson again</TextLink>
          {lessonId === "11" && <TextLink to={paths.capstone()}>Hand in your capstone</TextLink>}
        </p>
        {fields.map((field) => (
          <WorkbookField
            key={field.id}
            field={field}
            stored={answerTo(field.id)}
            isKept={isKept}
            write={write}
          />
        ))}
        {marks.length > 0 && (
          <dl className="flex flex-col gap-1">
            {marks.map(({ fieldId, criterion }) => (
              <div key={fieldId} className="flex gap-3">
                <dt className="flex-1">{criterion}</dt>
                <dd className="font-semibold">
                  {parseMarks(answerTo(fieldId)) ?? (
                    <>
                      <span className="print:hidden">Not marked yet</span>
                      <span className="hidden print:inline">______ of 4</span>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Disclosure>
  );
}
