import { FileCheck2, FileText } from "lucide-react";
import { useEffect, useState } from "react";

/** A small preview of the chosen picture, or an icon for a PDF or a picture that this browser cannot draw. */
export function StudentIdPreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const isPdf = file.type === "application/pdf";
  // Synchronises with the browser's memory: an object URL keeps its file in memory until it is revoked.
  useEffect(() => {
    if (isPdf) return;
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file, isPdf]);

  if (url) {
    return (
      <img
        src={url}
        alt=""
        onError={() => setUrl(null)}
        className="size-14 shrink-0 rounded-card border border-line object-cover"
      />
    );
  }
  const Icon = isPdf ? FileText : FileCheck2;
  return (
    <span className="flex size-14 shrink-0 items-center justify-center rounded-card border border-line bg-sunken">
      <Icon aria-hidden="true" className="size-6 text-done" />
    </span>
  );
}
