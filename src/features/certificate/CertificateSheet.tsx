import type { ReactNode } from "react";
import {
  CERTIFICATE_TEXT,
  certificateDay,
  KIND_TEXT,
  signatoryLines,
} from "../../domain/certificate/certificateText.ts";
import { COURSE } from "../../domain/course/course.ts";
import { SITE } from "../../domain/site.ts";
import { Mark } from "../../ui/pattern/Mark.tsx";
import { modulePattern } from "../../ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import type { ShownCertificate } from "./certificateOf.ts";

type Props = {
  holderName: string;
  /** The issued certificate, or null for a draft. */
  issued: ShownCertificate | null;
  /** What was assessed, or null if there is no such statement. */
  assessment: string | null;
};

/** The certificate on screen, always light like the printed one (drawCertificate.ts). A draft until it is issued. */
export function CertificateSheet({ holderName, issued, assessment }: Props) {
  const kind = issued?.kind ?? "completion";
  return (
    <article
      data-theme="light"
      aria-label={KIND_TEXT[kind].title}
      className="@container overflow-hidden rounded-card border border-line bg-paper text-ink shadow-float"
    >
      <div className="flex flex-col @2xl:flex-row">
        <div className="grid h-14 shrink-0 grid-cols-4 gap-0.5 border-action border-b-3 @2xl:h-auto @2xl:w-1/5 @2xl:grid-cols-1 @2xl:grid-rows-4 @2xl:border-r-3 @2xl:border-b-0">
          {COURSE.modules.map(({ id }) => (
            // WebKit takes the height of a drawing in a grid from the whole grid.
            <div key={id} className="relative min-h-0">
              <ThreadPattern {...modulePattern(id)} steps={14} className="absolute inset-0 size-full" />
            </div>
          ))}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-6 p-5 @md:p-8 @2xl:gap-8 @2xl:p-10">
          <div className="flex items-start justify-between gap-4">
            <p translate="no" className="flex items-center gap-3 font-display text-lg font-semibold">
              <Mark className="size-8 shrink-0" />
              {issued?.issuerName ?? SITE.name}
            </p>
            {issued && <Seal />}
          </div>
          <div className="flex flex-col gap-2">
            <p className="eyebrow">{KIND_TEXT[kind].title}</p>
            <p
              dir="auto"
              translate="no"
              className="wrap-anywhere font-display font-medium text-3xl leading-tight @2xl:text-4xl"
            >
              {holderName}
            </p>
          </div>
          <div className="flex flex-col gap-1">
            <p className="text-muted">{KIND_TEXT[kind].sentence}</p>
            <p translate="no" className="font-display text-2xl font-semibold text-note">
              {issued?.course ?? COURSE.title}
            </p>
            {kind === "completion" && (
              <p className="text-muted">
                {CERTIFICATE_TEXT.extent}: {CERTIFICATE_TEXT.modules.join("\u00a0· ")}
              </p>
            )}
            {assessment !== null && <p>{assessment}</p>}
          </div>
          {issued && <Record issued={issued} />}
        </div>
      </div>
    </article>
  );
}

/**
 * The same seal as in the PDF (drawCertificate.ts): one quarter per module. Hidden on phones, where there is no room.
 */
function Seal() {
  return (
    <div
      aria-hidden="true"
      className="relative -my-2 hidden size-24 shrink-0 rounded-full border-3 border-action p-1 outline-1 outline-action outline-offset-2 @md:block"
    >
      <div className="grid size-full grid-cols-2 grid-rows-2 overflow-hidden rounded-full">
        {COURSE.modules.map(({ id }) => (
          <div key={id} className="relative min-h-0">
            <ThreadPattern {...modulePattern(id)} steps={7} className="absolute inset-0 size-full" />
          </div>
        ))}
      </div>
      <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-paper">
        <Mark className="size-8" />
      </span>
    </div>
  );
}

function Record({ issued }: { issued: ShownCertificate }) {
  const { issuedAt, id, url } = issued;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-line border-t pt-4">
      <Entry label="Issued">{certificateDay(issuedAt)}</Entry>
      <Entry label={CERTIFICATE_TEXT.signed}>
        {signatoryLines(issued).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Entry>
      <Entry label="Certificate number">
        <span translate="no">{id}</span>
      </Entry>
      <Entry label="Check it at">
        <a href={url} translate="no" className="text-link">
          {url.replace(/^https?:\/\//, "")}
        </a>
      </Entry>
    </dl>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </div>
  );
}
