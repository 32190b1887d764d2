import type { Island, WorkbookIsland } from "../../domain/course/island.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import type { Fields } from "./fields.ts";
import { LabField, type LabSlot } from "./LabField.tsx";
import type { Memory } from "./memory.ts";
import { SelfMarking } from "./SelfMarking.tsx";
import { SortExercise } from "./SortExercise.tsx";
import { readSort, writeSort } from "./sortState.ts";
import { WorkbookField } from "./WorkbookField.tsx";

type Props = {
  island: Island;
  fields: Extract<Fields, { status: "ready" }>;
  memory: Memory;
  /** Absent on pages without a lab. */
  lab: LabSlot | undefined;
};

export function IslandContent({ island, fields, memory, lab }: Props) {
  const { answerTo, write, isKept } = fields;
  switch (island.kind) {
    case "sort":
      return (
        <SortExercise
          island={island}
          state={readSort(memory.recall(island.id), island.rows.length, island.places.length)}
          onChange={(state) => memory.remember(island.id, writeSort(state))}
        />
      );
    case "field":
      return <WorkbookField field={island} stored={answerTo(island.id)} isKept={isKept} write={write} />;
    case "workbook":
      return <WrittenEarlier island={island} answerTo={answerTo} />;
    case "lab":
      return (
        lab && (
          <LabField
            island={island}
            stored={answerTo(island.id)}
            isKept={isKept}
            write={write}
            answerTo={answerTo}
            lab={lab}
          />
        )
      );
    case "marks":
      return <SelfMarking island={island} answerTo={answerTo} onMark={write} />;
  }
}

type WrittenEarlierProps = { island: WorkbookIsland; answerTo: (fieldId: string) => string };

/** An answer that the learner wrote elsewhere in the course, to build on. */
function WrittenEarlier({ island, answerTo }: WrittenEarlierProps) {
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
