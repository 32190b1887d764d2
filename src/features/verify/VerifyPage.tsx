import { FileCheck2, Printer, Upload } from "lucide-react";
import { type DragEvent, useEffect, useId, useState } from "react";
import { useParams } from "react-router-dom";
import { keepAsset } from "../../db/store/keptAssets.ts";
import { SITE } from "../../domain/site.ts";
import { certificateNumber } from "../../domain/text/linkedValue.ts";
import { loadIssuer } from "../../platform/certificate.ts";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonStyle } from "../../ui/buttonStyle.ts";
import { cx } from "../../ui/cx.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { AnswerCard } from "./AnswerCard.tsx";
import { type Answer, isVerdict, unchecked } from "./answer.ts";

/** The page on which anyone can check a certificate of the academy, by its number or its file. */
export function Component() {
  const { id = "" } = useParams();
  const number = certificateNumber(id);
  return (
    <div className="page paper flex max-w-3xl flex-col gap-10 py-10">
      <header>
        <p translate="no" className="eyebrow">
          {SITE.name}
        </p>
        <h1>Check a certificate</h1>
      </header>
      {number === null ? (
        <AnswerCard answer={unchecked("address")} onRetry={() => undefined} />
      ) : (
        <NumberCheck key={number} certificateId={number} />
      )}
      <FileCheck />
    </div>
  );
}

function NumberCheck({ certificateId }: { certificateId: string }) {
  const { answer, retry } = useCheck(certificateId);
  return (
    <section aria-label="Certificate number" className="flex flex-col gap-4">
      <p className="text-muted">
        Certificate number{" "}
        <span translate="no" className="wrap-anywhere font-semibold text-ink">
          {certificateId}
        </span>
      </p>
      <div role="status">
        {answer ? (
          <AnswerCard answer={answer} onRetry={retry} />
        ) : (
          <Spinner label="Checking the certificate…" />
        )}
      </div>
      {answer?.status === "valid" && (
        <Button variant="quiet" onClick={() => window.print()} className="self-start print:hidden">
          <Printer aria-hidden="true" className="size-5" />
          Print this result
        </Button>
      )}
    </section>
  );
}

type Checked = { file: File; answer: Answer | null };

/** Checks a certificate file on this device, with or without a connection. */
function FileCheck() {
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
        Choose the PDF that the holder downloaded, or the credential file. The file is checked on this device
        and never uploaded, so this also works offline.
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
          // This allows users to choose the same file again.
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

type Checks = typeof import("./check.ts");

/** Runs a check after loading its libraries. */
async function runCheck(check: (checks: Checks) => Promise<Answer>): Promise<Answer> {
  let checks: Checks;
  try {
    checks = await import("./check.ts");
  } catch (error) {
    console.info("The certificate checker could not be loaded", error);
    return unchecked("noTools");
  }
  try {
    return await check(checks);
  } catch (error) {
    // The cause is an unsupported browser or a bug. Neither says anything about the certificate.
    console.error("The certificate check failed", error);
    return unchecked("fault");
  }
}

/** Checks the certificate with this number, immediately and whenever the connection returns. */
function useCheck(certificateId: string): { answer: Answer | null; retry: () => void } {
  const reconnections = useReconnections();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection each trigger another check
  useEffect(() => {
    let isCurrent = true;
    setAnswer((before) => (before?.status === "unchecked" ? null : before));
    runCheck(({ checkNumber }) => checkNumber(certificateId)).then((next) => {
      if (!isCurrent) return;
      // A verdict is not replaced when the connection is lost.
      setAnswer((before) => (isVerdict(before) && !isVerdict(next) ? before : next));
      if (isVerdict(next)) void keepForOffline();
    });
    return () => {
      isCurrent = false;
    };
  }, [certificateId, attempt, reconnections]);
  return { answer, retry: () => setAttempt((count) => count + 1) };
}

/** Stores what is needed to check a certificate file offline: the libraries and the issuer's keys. */
async function keepForOffline(): Promise<void> {
  try {
    const [proof, pdf] = await Promise.all([import("./proofChunk.ts"), import("../../platform/pdfChunk.ts")]);
    await Promise.all([keepAsset(proof.address), keepAsset(pdf.address), loadIssuer()]);
  } catch (error) {
    console.info("The certificate checker could not be stored for use offline", error);
  }
}
