import { Printer } from "lucide-react";
import { useParams } from "react-router-dom";
import { SITE } from "../../domain/site.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AnswerCard } from "./AnswerCard.tsx";
import { FileCheck } from "./FileCheck.tsx";
import { useCheck } from "./useCheck.ts";

/** Where anyone can check a certificate of the academy, by its number or its file. */
export function Component() {
  const { id = "" } = useParams();
  return (
    <div className="page paper flex max-w-3xl flex-col gap-10 py-10">
      <header>
        <p className="eyebrow">{SITE.name}</p>
        <h1>Check a certificate</h1>
      </header>
      <NumberCheck key={id} certificateId={id} />
      <FileCheck />
    </div>
  );
}

function NumberCheck({ certificateId }: { certificateId: string }) {
  const { answer, retry } = useCheck(certificateId);
  return (
    <section aria-label="Certificate number" className="flex flex-col gap-4">
      <p className="text-muted">
        Certificate number <span className="wrap-anywhere font-semibold text-ink">{certificateId}</span>
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
          Print this answer
        </Button>
      )}
    </section>
  );
}
