import type { Island } from "../../domain/island.ts";
import type { Fields } from "./fields.ts";
import type { Memory } from "./memory.ts";
import { SelfMarking } from "./SelfMarking.tsx";
import { SortExercise } from "./SortExercise.tsx";
import { readSort, writeSort } from "./sortState.ts";
import { WorkbookField } from "./WorkbookField.tsx";
import { WrittenEarlier } from "./WrittenEarlier.tsx";

type Props = { island: Island; fields: Extract<Fields, { status: "ready" }>; memory: Memory };

export function IslandContent({ island, fields, memory }: Props) {
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
    case "marks":
      return <SelfMarking island={island} answerTo={answerTo} onMark={write} />;
  }
}
