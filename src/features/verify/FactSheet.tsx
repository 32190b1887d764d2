import { assessmentText, CERTIFICATE_TEXT, certificateDay } from "../../domain/certificateText.ts";
import type { Facts } from "./answer.ts";

/** The contents of a valid certificate. */
export function FactSheet({ facts }: { facts: Facts }) {
  const { holderName, course, issuedAt, issuerName, id, quizzesPassed } = facts;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p dir="auto" className="wrap-anywhere font-display text-3xl leading-tight">
          {holderName}
        </p>
        <p className="mt-1">
          {CERTIFICATE_TEXT.sentence} <strong>{course}</strong>
        </p>
        {quizzesPassed !== null && <p className="mt-1">{assessmentText(quizzesPassed)}.</p>}
      </div>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Fact label="Issued" value={certificateDay(issuedAt)} />
        <Fact label="Issued by" value={issuerName} />
        <Fact label="Certificate number" value={id} />
      </dl>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt>{label}</dt>
      <dd className="wrap-anywhere font-semibold">{value}</dd>
    </div>
  );
}
