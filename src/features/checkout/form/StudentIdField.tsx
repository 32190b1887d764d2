import { Upload } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { buttonStyle } from "../../../ui/buttonStyle.ts";
import { cx } from "../../../ui/cx.ts";
import { showCheckoutFailure } from "../checkoutToast.ts";
import { readyStudentId, STUDENT_ID_ACCEPT } from "./studentId.ts";

type Props = {
  file: File | null;
  onChoose: (file: File | null) => void;
  /** A file was chosen before a reload. The browser did not keep it. */
  hadFile: boolean;
  /** Why the order was rejected because of the ID. Choosing a file clears it. */
  error?: string | undefined;
};

export const STUDENT_ID_NAME = "studentId";

/** Checks and converts the file before anything is sent. A file that cannot be used is reported and discarded. */
export function StudentIdField({ file, onChoose, hadFile, error }: Props) {
  const id = useId();
  const [isReading, setIsReading] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [unusable, setUnusable] = useState<string | undefined>();
  const fault = unusable ?? error;
  const choose = async (input: HTMLInputElement) => {
    const chosen = input.files?.[0] ?? null;
    onChoose(null);
    setUnusable(undefined);
    setIsReading(chosen !== null);
    const ready = chosen && (await readyStudentId(chosen));
    // Another file was chosen while this one was being read.
    if ((input.files?.[0] ?? null) !== chosen) return;
    setIsReading(false);
    setNote(ready?.ok ? ready.note : null);
    if (ready?.ok) onChoose(ready.file);
    if (!ready || ready.ok) return;
    input.value = "";
    setUnusable(ready.fault);
    showCheckoutFailure(ready.fault);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Student ID
      </label>
      <p id={`${id}-hint`} className="text-base text-muted">
        A photo or scan as an image or PDF. MAX. 5MB
        {hadFile && !file && " Your browser did not keep your file: please choose it again."}
      </p>
      <div className="relative flex flex-wrap items-center gap-3 rounded-card border border-dashed border-edge bg-surface px-4 py-4 has-aria-invalid:border-danger focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus">
        <input
          id={id}
          name={STUDENT_ID_NAME}
          type="file"
          accept={STUDENT_ID_ACCEPT}
          required
          aria-invalid={fault ? true : undefined}
          aria-describedby={cx(`${id}-hint ${id}-file`, fault && `${id}-error`)}
          onChange={(event) => choose(event.currentTarget)}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <span aria-hidden="true" className={buttonStyle("secondary", "medium")}>
          <Upload className="size-5" />
          {file ? "Choose another file" : "Choose file"}
        </span>
        <p id={`${id}-file`} role="status" className="flex min-w-0 flex-1 basis-40 items-center gap-3">
          {file ? (
            <>
              <StudentIdPreview key={`${file.name} ${file.lastModified}`} file={file} />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {file.name}
                {note && <span className="block text-muted">{note}</span>}
              </span>
              <span className="shrink-0 text-muted">{megabytes(file.size)}</span>
            </>
          ) : (
            <span className="text-muted">{isReading ? "Reading your file…" : "No file chosen"}</span>
          )}
        </p>
      </div>
      {fault && (
        <p id={`${id}-error`} className="font-semibold text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}

function megabytes(bytes: number): string {
  return `${Math.max(0.1, bytes / (1024 * 1024)).toFixed(1)} MB`;
}

function StudentIdPreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <span className="size-14 shrink-0 overflow-hidden rounded-card border border-line bg-sunken">
      {url && <img src={url} alt="" className="size-full object-cover object-top" />}
    </span>
  );
}
