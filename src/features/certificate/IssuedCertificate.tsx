import extendedLatin from "@fontsource-variable/fraunces/files/fraunces-latin-ext-opsz-normal.woff2?url";
import vietnamese from "@fontsource-variable/fraunces/files/fraunces-vietnamese-opsz-normal.woff2?url";
import { Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { keepAsset } from "../../db/store/keptAssets.ts";
import type { Certificate, CertificateKind } from "../../domain/certificate/certificate.ts";
import { assessmentOf } from "../../domain/certificate/certificateText.ts";
import { shareLinks } from "../../domain/course/shareLinks.ts";
import { loadIssuer } from "../../platform/certificate.ts";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { NewWindowLink } from "../../ui/LinkButton.tsx";
import { CertificateSheet } from "./CertificateSheet.tsx";
import { certificateOf, type ShownCertificate } from "./certificateOf.ts";
import { addToProfileUrl } from "./linkedIn.ts";
import { NameForm } from "./NameForm.tsx";
import { MISSING_LETTERS_TITLE, missingLetters } from "./pdf/missingLetters.ts";

type Props = { certificate: Certificate; canCorrect: boolean };

/** The certificate and its actions. Everything except correcting the name works offline. */
export function IssuedCertificate({ certificate, canCorrect }: Props) {
  const shown = useMemo(() => certificateOf(certificate), [certificate]);
  const missing = useMemo(() => missingLetters(shown.holderName), [shown]);
  const reconnections = useReconnections();
  // Creating the PDF must also work without a connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another attempt
  useEffect(() => {
    void keepForOffline(shown.holderName);
  }, [reconnections, shown]);
  return (
    <div className="flex flex-col gap-6">
      {missing.length > 0 && (
        <Banner tone="highlight" title={MISSING_LETTERS_TITLE}>
          It has no font for {missing.length} of them, and a PDF created here would show boxes. Your
          certificate has them all: download it on a device that shows your name.
        </Banner>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <DownloadButton certificate={shown} />
        {shown.kind === "completion" && (
          <NewWindowLink href={shareLinks(window.location.origin, 100).linkedIn}>
            Share on LinkedIn
          </NewWindowLink>
        )}
        <NewWindowLink href={addToProfileUrl(shown)}>
          Add to your profile <span className="sr-only">on LinkedIn</span>
        </NewWindowLink>
      </div>
      <CertificateSheet holderName={shown.holderName} issued={shown} assessment={assessmentOf(shown)} />
      {canCorrect && <Correction kind={shown.kind} holderName={shown.holderName} />}
    </div>
  );
}

type CorrectionProps = { kind: CertificateKind; holderName: string };

function Correction({ kind, holderName }: CorrectionProps) {
  const [name, setName] = useState(holderName);
  return (
    <Disclosure summary="Correct your name">
      <div className="flex flex-col gap-4">
        <p>
          You can do this once. The corrected certificate has a new number; anyone who checks the old one will
          see that it has been replaced.
        </p>
        <NameForm
          kind={kind}
          name={name}
          onChange={setName}
          hint="In any script."
          action={{ label: "Issue it with this name", busy: "Issuing your certificate…" }}
        />
      </div>
    </Disclosure>
  );
}

const FILE_NAMES: Record<CertificateKind, string> = {
  completion: "certificate-ai-fluency-in-30-days.pdf",
  capstone: "capstone-reviewed-ai-fluency-in-30-days.pdf",
};

/** Creates the PDF on the device, with or without a connection. */
function DownloadButton({ certificate }: { certificate: ShownCertificate }) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const download = async () => {
    setState("busy");
    try {
      const { makePdf } = await import("./pdf/makePdf.ts");
      save(await makePdf(certificate), FILE_NAMES[certificate.kind]);
      setState("ready");
    } catch (error) {
      console.warn("The certificate's PDF could not be created", error);
      setState("failed");
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={download} busy={state === "busy"}>
        {state !== "busy" && <Download aria-hidden="true" className="size-5" />}
        {state === "busy" ? "Creating the PDF…" : "Download Certificate"}
      </Button>
      <p role="status" className="max-w-72 text-danger empty:hidden">
        {state === "failed" &&
          "The PDF could not be created. Your certificate is safe. Check your connection and try again."}
      </p>
    </div>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Font files that few names need, keyed by the letters they contain (src/ui/styles/fonts.css). */
const FACES: [letters: RegExp, file: string][] = [
  [/[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/, extendedLatin],
  // Includes the letters and tone marks of Yoruba and Igbo.
  [/\u0300|\u0301|\u0303|\u0309|\u0323|[\u1ea0-\u1ef1]/, vietnamese],
];

/**
 * Stores what the holder needs offline: the PDF library, the typeface for the name, and the issuer's keys for checking
 * the file. Anything that could not be fetched is fetched on the next visit.
 */
export async function keepForOffline(holderName: string): Promise<void> {
  try {
    const { address } = await import("../../platform/pdfChunk.ts");
    await keepAsset(address);
    for (const [letters, file] of FACES) {
      if (letters.test(holderName)) await keepAsset(new URL(file, location.href).href);
    }
    await loadIssuer();
  } catch (error) {
    console.info("The certificate's tools could not be stored for use offline", error);
  }
}
