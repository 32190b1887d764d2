import { Printer } from "lucide-react";
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { COURSE, LAW_AS_AT, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { formatLongDay } from "../../domain/text/dates.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { loadAllSeats, loadMyTeams, type Seat } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** `/academy/team/record`: what a team, or one of its people, has learned, on screen and on paper. */
export function RecordPage() {
  const [query] = useSearchParams();
  const teamId = query.get("team");
  const seatId = query.get("seat");
  const { known, retry } = useAccountData(
    useCallback(async () => {
      const teams = await loadMyTeams();
      if (!teams.ok) return teams;
      const team = teams.data.find(({ id }) => teamId === null || id === teamId);
      if (!team) return { ok: true as const, data: null };
      const seats = await loadAllSeats(team.id);
      return seats.ok ? { ok: true as const, data: { team, seats: seats.data } } : seats;
    }, [teamId]),
  );
  return (
    <AccountData
      known={known}
      loading="Loading the record…"
      failed="The record could not be shown"
      onRetry={retry}
    >
      {(data) => {
        const people = data?.seats.filter(({ id, claimed_at }) => claimed_at && (!seatId || id === seatId));
        if (!data || !people || people.length === 0)
          return (
            <div className="page py-10">
              <h1>Training record</h1>
              <EmptyState
                title="Nobody has taken a place yet"
                action={<LinkButton to={paths.team()}>Your team</LinkButton>}
              >
                The record shows people from the day on which they take a place.
              </EmptyState>
            </div>
          );
        return <TrainingRecord team={data.team} people={people} />;
      }}
    </AccountData>
  );
}

const hoursOf = (lessons: number) => `${(lessons * LESSON_MINUTES) / 60} h`;

function TrainingRecord({ team, people }: { team: { id: string; name: string }; people: readonly Seat[] }) {
  return (
    <article className="paper page flex max-w-5xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow" translate="no">
          {SITE.name}
        </p>
        <h1>Training record</h1>
        <p className="text-lg">
          <strong translate="no" className="wrap-anywhere">
            {team.name}
          </strong>
          <span className="text-muted"> · as at {formatLongDay(new Date().toISOString())}</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print or save as PDF
          </Button>
          <TextLink to={paths.team(team.id)}>Back to your team</TextLink>
        </div>
      </header>
      <section aria-labelledby="people" className="flex flex-col gap-3">
        <h2 id="people">Who</h2>
        <Table
          caption="People, hours, assessment and dates"
          captionHidden
          columns={[
            "Person",
            "Began",
            "Lessons",
            "Hours",
            "Assessed",
            "Last day of study",
            "Certificate",
          ].map((header) => ({ header }))}
          rows={people.map((seat) => rowOf(seat, team.id))}
        />
        <p className="text-base text-muted">
          Hours are the planned {LESSON_MINUTES} minutes for each completed lesson. A certificate of
          completion says how many of the {TOTAL_LESSONS} quizzes, which the academy grades, the person has
          passed; who pays for a team does not see scores. For a place that has ended, only its dates and a
          certificate are kept.
        </p>
      </section>
      <section aria-labelledby="taught" className="flex flex-col gap-3">
        <h2 id="taught">What was taught</h2>
        <p>
          <strong>{COURSE.title}</strong>: {TOTAL_LESSONS} lessons of {LESSON_MINUTES} minutes,{" "}
          {hoursOf(TOTAL_LESSONS)} in total. The law in it was last checked on {LAW_AS_AT}.
        </p>
        <ol className="list-decimal columns-1 gap-x-10 pl-6 sm:columns-2 print:columns-2">
          {COURSE.modules
            .flatMap((module) => module.lessons)
            .map(({ id, title, minutes }) => (
              <li key={id}>
                {title}, {minutes} min
              </li>
            ))}
        </ol>
      </section>
      <section aria-labelledby="law" className="flex flex-col gap-3">
        <h2 id="law">What Article 4 of the EU AI Act asks</h2>
        <p className="max-w-prose">
          Since 27 July 2026, providers and deployers of AI systems “shall take measures to support the
          development of AI literacy of their staff and other persons dealing with the operation and use of AI
          systems on their behalf”. They take into account people’s technical knowledge, experience, education
          and training, the context in which the systems are used, and the people on whom they are used. The
          article does not require them “to guarantee any specific level of AI literacy of any individual”,
          and names no exam and no certificate.
        </p>
        <p className="max-w-prose">
          <strong>This record does not by itself show compliance.</strong> It shows what was done. Add what
          the course does not teach: your own tools, rules and uses.
        </p>
        <p className="text-base text-muted">
          Regulation (EU) 2024/1689 as amended by Regulation (EU) 2026/1744, Article 4. Law as at {LAW_AS_AT}.
          This is not legal advice.
        </p>
      </section>
    </article>
  );
}

function rowOf(seat: Seat, team: string) {
  return [
    <span key="person" translate="no" className="flex flex-col">
      <TextLink to={paths.teamRecord(team, seat.id)} dir="auto" className="self-start">
        {seat.name ?? readableEmail(seat.email)}
      </TextLink>
      {seat.name && <span className="font-normal wrap-anywhere text-muted">{readableEmail(seat.email)}</span>}
    </span>,
    `${seat.claimed_at ? formatLongDay(seat.claimed_at) : ""}${seat.ended_at ? `, ended ${formatLongDay(seat.ended_at)}` : ""}`,
    seat.lessons !== null && `${seat.lessons} of ${TOTAL_LESSONS}`,
    seat.lessons !== null && hoursOf(seat.lessons),
    seat.certificate_id ? "As the certificate says" : "No",
    seat.last_day && formatLongDay(seat.last_day),
    seat.certificate_id && seat.certificate_at && (
      <span key="certificate" className="flex flex-col items-start">
        <span>{formatLongDay(seat.certificate_at)}</span>
        <TextLink translate="no" to={paths.verify(seat.certificate_id)} className="wrap-anywhere">
          {`${location.host}${paths.verify(seat.certificate_id)}`}
        </TextLink>
      </span>
    ),
  ];
}
