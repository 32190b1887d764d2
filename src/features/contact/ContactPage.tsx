import type { ReactNode } from "react";
import { useFacts } from "../../platform/providerFacts.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { ContactForm, MailLink } from "./ContactForm.tsx";

/** The page `/contact`: contact details and a form. */
export function Component() {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr] lg:py-20">
      <header className="flex flex-col gap-5">
        <h1 className="text-hero">Get in Touch</h1>
        <p className="max-w-[34rem] text-xl leading-relaxed text-muted">
          A question before you enrol, something in a lesson, a payment that looks wrong: write to us, and we
          will answer by email.
        </p>
        <ContactDetails />
      </header>
      {/* A divider before the form on phones. On wide screens it aligns the details with the form. */}
      <ThreadPattern
        seed="a letter"
        lanes={5}
        steps={14}
        className="block h-16 w-full rounded-card lg:h-full lg:max-h-32 lg:min-h-20"
      />
      <div className="flex flex-col gap-6 self-start rounded-card border border-line bg-surface p-5 sm:p-9 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <h2 id="write">Write to us</h2>
        <ContactForm labelledBy="write" />
      </div>
    </div>
  );
}

/** Other ways to reach the academy, and its opening hours. */
function ContactDetails() {
  const { location, responseTime, officeHours } = useFacts();
  const details: readonly (readonly [name: string, value: ReactNode])[] = [
    ["Email", <MailLink key="email" />],
    ["Location", location],
    ["Response time", responseTime],
    ["Office hours", <DaysAndTimes key="hours" text={officeHours} />],
  ];
  return (
    <dl className="mt-4 grid gap-x-10 border-b border-line sm:grid-cols-2 lg:grid-cols-1">
      {details.map(([name, value]) => (
        <div key={name} className="border-t border-line py-4">
          <dt className="text-base text-muted">{name}</dt>
          <dd className="font-display text-xl leading-snug font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** If days and times do not fit on one line, the times wrap as a unit below the days. */
function DaysAndTimes({ text }: { text: string }) {
  const [days, ...times] = text.split(" ");
  return (
    <>
      {days} <span className="inline-block">{times.join(" ")}</span>
    </>
  );
}
