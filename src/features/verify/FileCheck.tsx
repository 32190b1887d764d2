import { FileCheck2, Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { buttonStyle } from "../../ui/buttonStyle.ts";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { AnswerCard } from "./AnswerCard.tsx";
import type { Answer } from "./answer.ts";
import { runCheck } from "./useCheck.ts";

type Checked = { file: File; answer: Answer | null };

/** Checks a certificate file on this device, with or without a connection. */
export function FileCheck() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (file: File | undefined) => {
    if (!file) return;
    setChecked({ file, answer: null });
    const answer = await runCheck(({ checkFile }) => checkFile(file));
    // Another file may have been chosen in the meantime.
    setChecked((now) => (now?.file === file ? { file, answer } : now));
  };
  return (
    <section aria-labelledby="file-check" className="flex flex-col gap-4 print:hidden">
      <h2 id="file-check">Check a file</h2>
      <p className="max-w-prose">
        Choose the PDF that the holder downloaded, or the credential in it. It is read on this device and not
        uploaded, and this works without a connection.
      </p>
      <DropZone onFile={check} />
      <div role="status" className="flex flex-col gap-3">
        {checked && (
          <p className="flex items-center gap-2">
            <FileCheck2 aria-hidden="true" className="size-5 shrink-0" />
            <span className="wrap-anywhere">{checked.file.name}</span>
          </p>
        )}
        {checked && !checked.answer && <Spinner className="size-6" />}
        {checked?.answer && <AnswerCard answer={checked.answer} onRetry={() => check(checked.file)} />}
      </div>
    </section>
  );
}

function DropZone({ onFile }: { onFile: (file: File | undefined) => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file field inside
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cx(
        "relative flex flex-wrap items-center gap-4 rounded-card border-2 border-dashed p-6 focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus",
        isOver ? "border-action bg-highlight-soft" : "border-edge bg-surface",
      )}
    >
      <input
        id={id}
        type="file"
        accept=".pdf,.json,application/pdf,application/json"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // Allows choosing the same file again.
          event.currentTarget.value = "";
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span aria-hidden="true" className={buttonStyle("secondary", "medium")}>
        <Upload className="size-5" />
        Choose a file
      </span>
      <label htmlFor={id} className="text-muted">
        Certificate file: choose it, or drop it here
      </label>
    </div>
  );
}
