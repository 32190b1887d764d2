import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import type { ShownCertificate } from "./certificateOf.ts";
import { profileEntry, profileLines } from "./linkedIn.ts";

/** The values of LinkedIn's form, to copy by hand or on another device. */
export function LinkedInByHand({ certificate }: { certificate: ShownCertificate }) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  const lines = profileLines(profileEntry(certificate));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines.map(([label, value]) => `${label}: ${value}`).join("\n"));
      setState("copied");
    } catch (error) {
      console.info("The browser did not let the page copy", error);
      setState("failed");
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-3">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere select-all font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden="true" className="size-5" />
          Copy all
        </Button>
        <p role="status">
          {state === "copied" && "Copied."}
          {state === "failed" && "Your browser does not allow copying: select the lines above."}
        </p>
      </div>
    </div>
  );
}
