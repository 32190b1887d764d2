import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import type { ShownCertificate } from "./certificateOf.ts";

const FILE_NAME = "certificate-ai-fluency-in-30-days.pdf";

/** Makes the PDF on the device, with or without a connection. */
export function DownloadButton({ certificate }: { certificate: ShownCertificate }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const download = async () => {
    setState("busy");
    try {
      const { makePdf } = await import("./makePdf.ts");
      save(await makePdf(certificate));
      setState("ready");
    } catch (error) {
      console.warn("The certificate's PDF could not be made", error);
      setState("failed");
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={download} busy={state === "busy"}>
        {state !== "busy" && <Download aria-hidden="true" className="size-5" />}
        {state === "busy" ? "Making the PDF…" : "Download Certificate"}
      </Button>
      <p role="status" className="max-w-72 text-danger empty:hidden">
        {state === "failed" &&
          "The PDF could not be made. Your certificate is safe. Check your connection and try again."}
      </p>
    </div>
  );
}

function save(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}
