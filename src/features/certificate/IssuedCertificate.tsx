import { useEffect, useMemo, useState } from "react";
import type { Certificate } from "../../domain/certificate.ts";
import { assessmentText } from "../../domain/certificateText.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { CertificateSheet } from "./CertificateSheet.tsx";
import { certificateOf } from "./certificateOf.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import { keepForOffline } from "./keepForOffline.ts";
import { LinkedInByHand } from "./LinkedInByHand.tsx";
import { LinkedInShare } from "./LinkedInShare.tsx";
import { MISSING_LETTERS_TITLE, missingLetters } from "./missingLetters.ts";
import { NameForm } from "./NameForm.tsx";

type Props = { certificate: Certificate; canCorrect: boolean };

/** The certificate and its actions. Everything except correcting the name works offline. */
export function IssuedCertificate({ certificate, canCorrect }: Props) {
  const shown = useMemo(() => certificateOf(certificate), [certificate]);
  const missing = useMemo(() => missingLetters(shown.holderName), [shown]);
  const isOnline = useOnline();
  // Synchronises with the offline file store: making the PDF must also work without a connection.
  useEffect(() => {
    if (isOnline) void keepForOffline(shown.holderName);
  }, [isOnline, shown]);
  return (
    <div className="flex flex-col gap-6">
      <CertificateSheet
        holderName={shown.holderName}
        issued={shown}
        assessment={shown.quizzesPassed === null ? null : assessmentText(shown.quizzesPassed)}
      />
      {missing.length > 0 && (
        <Banner tone="highlight" title={MISSING_LETTERS_TITLE}>
          It has no font for {missing.length} of them, and a PDF made here would show boxes. Your certificate
          has them all: download it on a device that shows your name.
        </Banner>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <DownloadButton certificate={shown} />
        <LinkedInShare certificate={shown} />
      </div>
      <div className="border-line border-t">
        <Disclosure summary="Fill in LinkedIn's form yourself">
          <LinkedInByHand certificate={shown} />
        </Disclosure>
        {canCorrect && <Correction holderName={shown.holderName} isOnline={isOnline} />}
      </div>
    </div>
  );
}

function Correction({ holderName, isOnline }: { holderName: string; isOnline: boolean }) {
  const [name, setName] = useState(holderName);
  return (
    <Disclosure summary="Correct your name">
      <div className="flex flex-col gap-4">
        <p>
          You can do this once. The corrected certificate has a new number; checks of the old one will say
          that it was replaced.
        </p>
        {isOnline ? (
          <NameForm
            name={name}
            onChange={setName}
            hint="In any script."
            action={{ label: "Issue it with this name", busy: "Issuing your certificate…" }}
          />
        ) : (
          <p className="text-muted">This needs a connection.</p>
        )}
      </div>
    </Disclosure>
  );
}
