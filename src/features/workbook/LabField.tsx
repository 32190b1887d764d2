import { type ComponentType, useEffect, useRef } from "react";
import type { LabIsland } from "../../domain/course/island.ts";
import { isLabDone } from "../../domain/course/labState.ts";
import { useFieldDraft } from "./useFieldDraft.ts";
import { FieldStatus } from "./WorkbookField.tsx";

/** The part of a lab that runs. The route provides it, because features do not import each other. */
export type LabSlot = ComponentType<{
  name: string;
  data: unknown;
  /** The stored state, or an empty string. */
  stored: string;
  onChange: (stored: string) => void;
  /** The learner's other workbook answers, by field; an empty string if there is none. */
  answerTo: (fieldId: string) => string;
}>;

type Props = {
  island: LabIsland;
  stored: string;
  isKept: boolean;
  write: (fieldId: string, value: string) => Promise<void>;
  answerTo: (fieldId: string) => string;
  lab: LabSlot;
};

/** A lab, whose state is saved and synced like the text of a workbook field. */
export function LabField({ island: { id, name, data }, stored, isKept, write, answerTo, lab: Lab }: Props) {
  const { value, saving, change, flush, leave } = useFieldDraft(stored, (text) => write(id, text));
  const box = useRef<HTMLDivElement>(null);
  const isDone = isLabDone(value);
  // React did not render the text below the lab. Learners can open it earlier themselves.
  useEffect(() => {
    const after = box.current?.closest(".prose")?.querySelector<HTMLDetailsElement>(".after-lab");
    if (isDone && after) after.open = true;
  }, [isDone]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that focus leaves the controls inside
    <div
      ref={box}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <Lab name={name} data={data} stored={value} onChange={change} answerTo={answerTo} />
      <FieldStatus id={`${id}-status`} value="" saving={saving} isKept={isKept} onRetry={flush} />
    </div>
  );
}
