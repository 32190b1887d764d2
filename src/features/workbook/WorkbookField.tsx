import { useId } from "react";
import type { FieldIsland } from "../../domain/island.ts";
import { Field } from "../../ui/Field.tsx";
import { GrowingTextArea } from "../../ui/GrowingTextArea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { FieldStatus } from "./FieldStatus.tsx";
import { useFieldDraft } from "./useFieldDraft.ts";

type Props = {
  field: Pick<FieldIsland, "id" | "label" | "hint" | "lines">;
  stored: string;
  isKept: boolean;
  write: (fieldId: string, value: string) => Promise<void>;
};

/** A workbook question with the learner's answer. In print it is the answer, or lines to write on. */
export function WorkbookField({ field, stored, isKept, write }: Props) {
  const { value, saving, change, flush, leave } = useFieldDraft(stored, (text) => write(field.id, text));
  const statusId = useId();
  const Control = field.lines === 1 ? TextInput : GrowingTextArea;
  return (
    <div className="workbook-field">
      <Field label={field.label} hint={field.hint}>
        {({ required: _, "aria-describedby": described, ...control }) => (
          <Control
            {...control}
            {...(field.lines === 1 ? {} : { rows: field.lines })}
            dir="auto"
            aria-describedby={described ? `${described} ${statusId}` : statusId}
            value={value}
            onChange={(event: { target: { value: string } }) => change(event.target.value)}
            onBlur={leave}
            className="print:hidden"
          />
        )}
      </Field>
      <Written value={value} lines={field.lines} />
      <FieldStatus id={statusId} value={value} saving={saving} isKept={isKept} onRetry={flush} />
    </div>
  );
}

function Written({ value, lines }: { value: string; lines: number }) {
  if (value.trim() !== "") return <p className="written hidden print:block">{value}</p>;
  return (
    <div aria-hidden="true" className="hidden print:block">
      {Array.from({ length: lines }, (_, line) => `${line}`).map((line) => (
        <div key={line} className="writing-line" />
      ))}
    </div>
  );
}
