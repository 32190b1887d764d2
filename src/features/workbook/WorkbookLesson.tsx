import { parseMarks } from "../../domain/marks.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { WorkbookField } from "./WorkbookField.tsx";
import type { WorkbookPage } from "./workbookPages.ts";

type Props = {
  page: WorkbookPage;
  isKept: boolean;
  answerTo: (fieldId: string) => string;
  write: (fieldId: string, value: string) => Promise<void>;
};

export function WorkbookLesson({ page, isKept, answerTo, write }: Props) {
  const { lessonId, title, fields, marks } = page;
  const id = `workbook-lesson-${lessonId}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-t border-line pt-6">
      <h2 id={id} className="text-2xl">
        Lesson {lessonId}: {title}
      </h2>
      <p className="-mt-3 print:hidden">
        <TextLink to={paths.course(lessonId)}>Read the lesson again</TextLink>
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
    </section>
  );
}
