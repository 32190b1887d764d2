import { type ComponentProps, useId, useLayoutEffect, useRef } from "react";
import type { FieldIsland } from "../../domain/course/island.ts";
import { once } from "../../domain/once.ts";
import { MAX_FIELD_CHARACTERS } from "../../entities/workbookField/workbookField.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { type Saving, useFieldDraft } from "./useFieldDraft.ts";

type Props = {
  field: Pick<FieldIsland, "id" | "label" | "hint" | "lines">;
  stored: string;
  isKept: boolean;
  write: (fieldId: string, value: string) => Promise<void>;
};

/** A workbook question with the learner's answer. In print it shows the answer, or lines to write on. */
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

/** A TextArea that starts with `rows` lines and grows with its text, so that no line is hidden. */
function GrowingTextArea({ className, ...rest }: ComponentProps<"textarea"> & { value: string }) {
  const control = useRef<HTMLTextAreaElement>(null);

  // Firefox has no `field-sizing`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    const area = control.current;
    if (!area || "fieldSizing" in area.style) return;
    const resize = () => fitToText(area);
    resize();
    // In a closed disclosure a text has no height.
    const disclosure = area.closest("details");
    disclosure?.addEventListener("toggle", resize);
    return () => disclosure?.removeEventListener("toggle", resize);
  }, [rest.value]);

  return <TextArea ref={control} {...rest} className={cx("growing", className)} />;
}

function fitToText(control: HTMLTextAreaElement): void {
  control.style.height = "auto";
  const border = control.offsetHeight - control.clientHeight;
  control.style.height = `${control.scrollHeight + border}px`;
}

type FieldStatusProps = { id: string; value: string; saving: Saving; isKept: boolean; onRetry: () => void };

const COUNT_FROM = MAX_FIELD_CHARACTERS - 400;
const FORMAT = once(() => new Intl.NumberFormat("en-GB"));

/** Below a field: whether the text is saved and, near the limit, how many characters are left. */
export function FieldStatus({ id, value, saving, isKept, onRetry }: FieldStatusProps) {
  const count = [...value].length;
  const hasFailed = saving === "full" || saving === "failed";
  return (
    <div className="field-status print:hidden">
      <p role="status" className="text-muted">
        {isKept &&
          saving === "saved" &&
          (count <= MAX_FIELD_CHARACTERS
            ? "Saved on this device"
            : `Only the first ${FORMAT().format(MAX_FIELD_CHARACTERS)} characters are saved`)}
        {!isKept &&
          saving === "saved" &&
          "You are not signed in, so what you do here will be lost when you sign in, or close or reload this tab."}
      </p>
      <p id={id} className={count > MAX_FIELD_CHARACTERS ? "font-semibold text-danger" : "text-muted"}>
        {count >= COUNT_FROM && counted(count)}
      </p>
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="font-semibold text-danger">
            {saving === "full"
              ? "Not saved: this device is out of storage space. Your text is still here. Free some space, then try again."
              : "Not saved: the browser could not store it. Your text is still here. Copy it if you must leave now."}
          </p>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

function counted(count: number): string {
  const all = `${FORMAT().format(count)} of ${FORMAT().format(MAX_FIELD_CHARACTERS)} characters`;
  const over = count - MAX_FIELD_CHARACTERS;
  return over > 0 ? `${all}. The last ${FORMAT().format(over)} are not saved: please shorten it.` : all;
}
