import type { WorkbookIsland } from "../../domain/island.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

type Props = { island: WorkbookIsland; answerTo: (fieldId: string) => string };

/** An answer that the learner wrote elsewhere in the course, to build on. */
export function WrittenEarlier({ island, answerTo }: Props) {
  return (
    <section className="block block-workbook">
      <p className="block-kind">From your workbook</p>
      <dl>
        {island.fields.map((field) => (
          <div key={field.id}>
            <dt>{field.label}</dt>
            <dd>
              {answerTo(field.id).trim() ? (
                <p className="written">{answerTo(field.id)}</p>
              ) : (
                <Empty field={field} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Empty({ field: { lessonId, sheet } }: { field: WorkbookIsland["fields"][number] }) {
  return (
    <p className="text-muted">
      <span className="print:hidden">
        Nothing here yet.{" "}
        <TextLink to={sheet ? paths.sheet(sheet) : paths.course(lessonId)}>
          Write it in lesson {lessonId}
        </TextLink>
      </span>
      <span className="hidden print:inline">To be written in lesson {lessonId}.</span>
    </p>
  );
}
