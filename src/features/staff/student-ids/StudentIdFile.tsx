import { useEffect, useState } from "react";
import { staffStudentIdReplySchema } from "../../../domain/staff/requests.ts";
import { browserEnv } from "../../../platform/env.ts";
import { callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";

const LOST = "The file could not be loaded. Check your connection and try again.";
const TIMEOUT_MS = 60_000;

/** Returns the address of a copy in this page's memory, or the message to show. */
async function loadFile(id: string): Promise<{ url: string } | { failure: string }> {
  const reply = await callFunction("staff-student-id", { id, action: "open" }, staffStudentIdReplySchema);
  if (!reply.ok) return { failure: reply.message ?? LOST };
  if (reply.data.outcome !== "opened") return { failure: LOST };
  const { path, contentType } = reply.data;
  try {
    const response = await fetch(`${browserEnv().supabaseUrl}${path}`, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { failure: LOST };
    // The type that the server checked, whatever the storage's reply says.
    const copy = new Blob([await response.arrayBuffer()], { type: contentType });
    return { url: URL.createObjectURL(copy) };
  } catch {
    // fetch and reading the body reject for every kind of lost connection, with browser-specific errors.
    return { failure: LOST };
  }
}

type Props = { id: string; contentType: string };

/**
 * A picture is shown as an image, which runs nothing, in its full width, because it may be three pages below each other.
 * Uploads are JPEGs, but an older one may be a PDF (decision 0077), which can contain more and is only downloaded.
 */
export function StudentIdFile({ id, contentType }: Props) {
  return contentType === "application/pdf" ? <PdfDownload id={id} /> : <Picture id={id} />;
}

function Picture({ id }: { id: string }) {
  const [attempt, setAttempt] = useState(0);
  const [file, setFile] = useState<Awaited<ReturnType<typeof loadFile>> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true;
    const loading = loadFile(id);
    void loading.then((loaded) => isCurrent && setFile(loaded));
    return () => {
      isCurrent = false;
      setFile(null);
      void loading.then((loaded) => "url" in loaded && URL.revokeObjectURL(loaded.url));
    };
  }, [id, attempt]);
  if (!file) return <Spinner label="Loading the picture…" />;
  if ("failure" in file) return <Failure text={file.failure} onRetry={() => setAttempt(attempt + 1)} />;
  return (
    <img
      src={file.url}
      alt="The student ID that was uploaded"
      className="w-full rounded-card border border-line bg-sunken"
    />
  );
}

function PdfDownload({ id }: { id: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const download = async () => {
    setIsBusy(true);
    const file = await loadFile(id);
    setIsBusy(false);
    setFailure("failure" in file ? file.failure : null);
    if ("failure" in file) return;
    const link = document.createElement("a");
    link.href = file.url;
    link.download = "student-id.pdf";
    link.click();
    URL.revokeObjectURL(file.url);
  };
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-sunken p-6">
      <p>
        This student ID is a PDF. It is not shown here, because a PDF can contain more than a picture.
        Download it, look at it, and then delete your copy.
      </p>
      <Button busy={isBusy} onClick={download}>
        Download the PDF
      </Button>
      {failure && <Failure text={failure} onRetry={download} />}
    </div>
  );
}

function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Banner role="alert" tone="danger" title={text} action={<Button onClick={onRetry}>Try again</Button>} />
  );
}
