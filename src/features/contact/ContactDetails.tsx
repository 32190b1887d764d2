import type { ReactNode } from "react";
import { SITE } from "../../domain/site.ts";
import { MailLink } from "./MailLink.tsx";

const DETAILS: readonly (readonly [name: string, value: ReactNode])[] = [
  ["Email", <MailLink key="email" />],
  ["Location", SITE.location],
  ["Response time", SITE.responseTime],
  ["Office hours", <DaysAndTimes key="hours" text={SITE.officeHours} />],
];

/** Other ways to reach the academy, and its opening hours. */
export function ContactDetails() {
  return (
    <dl className="mt-4 grid gap-x-10 border-b border-line sm:grid-cols-2 lg:grid-cols-1">
      {DETAILS.map(([name, value]) => (
        <div key={name} className="border-t border-line py-4">
          <dt className="text-base text-muted">{name}</dt>
          <dd className="font-display text-xl leading-snug font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When the line is too short, the times wrap together below the days. */
function DaysAndTimes({ text }: { text: string }) {
  const [days, ...times] = text.split(" ");
  return (
    <>
      {days} <span className="inline-block">{times.join(" ")}</span>
    </>
  );
}
