import { MAX_FIELD_CHARACTERS } from "../../domain/workbook.ts";
import { Button } from "../../ui/Button.tsx";
import type { Saving } from "./useFieldDraft.ts";

type Props = { id: string; value: string; saving: Saving; isKept: boolean; onRetry: () => void };

const COUNT_FROM = MAX_FIELD_CHARACTERS - 400;
const FORMAT = new Intl.NumberFormat("en-GB");

/** Below a field: whether the text is saved and, near the limit, how many characters are left. */
export function FieldStatus({ id, value, saving, isKept, onRetry }: Props) {
  const count = [...value].length;
  const hasFailed = saving === "full" || saving === "failed";
  return (
    <div className="field-status print:hidden">
      <p role="status" className="text-muted">
        {isKept && saving === "saved" && count <= MAX_FIELD_CHARACTERS && "Saved on this device"}
        {!isKept && saving === "saved" && "Kept only until you leave: you are not signed in."}
      </p>
      <p id={id} className={count > MAX_FIELD_CHARACTERS ? "font-semibold text-danger" : "text-muted"}>
        {count >= COUNT_FROM && counted(count)}
      </p>
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="font-semibold text-danger">
            {saving === "full"
              ? "Not saved: this device has no room left. Your text is still here. Free some space, then try again."
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
  const all = `${FORMAT.format(count)} of ${FORMAT.format(MAX_FIELD_CHARACTERS)} characters`;
  const over = count - MAX_FIELD_CHARACTERS;
  return over > 0 ? `${all}. The last ${FORMAT.format(over)} are not saved: please shorten it.` : all;
}
