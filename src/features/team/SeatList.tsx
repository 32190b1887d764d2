import { Download } from "lucide-react";
import { useState } from "react";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { csvOf } from "../../domain/text/csv.ts";
import { formatDay } from "../../domain/text/dates.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { loadAllSeats, type Seat, type Team } from "../../platform/account/teams.ts";
import { saveFile } from "../../platform/device/saveFile.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { SeatDialog } from "./SeatDialog.tsx";
import type { People } from "./useSeats.ts";
import { seatState } from "./words.ts";

type Props = { team: Team; people: People; onChanged: () => void };

const COLUMNS = [
  { header: "Person" },
  { header: "State" },
  { header: "Claimed" },
  { header: "Lessons" },
  { header: "Last day of study" },
  { header: "Certificate" },
  { header: "Place" },
];

/** Everyone in a team: what the owner sees of each, and what can be done. */
export function SeatList({ team, people, onChanged }: Props) {
  const [managed, setManaged] = useState<Seat | null>(null);
  return (
    <section aria-labelledby="people" className="flex flex-col gap-5 border-t border-line pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="people">People</h2>
        <SaveList team={team} />
      </div>
      <AccountData
        known={people.known}
        loading="Loading the people…"
        failed="The people could not be shown"
        onRetry={people.retry}
      >
        {(page) =>
          !page || page.seats.length === 0 ? (
            <p className="text-muted">Nobody has been invited yet.</p>
          ) : (
            <>
              <Table
                caption="People of the team"
                captionHidden
                columns={COLUMNS}
                rows={page.seats.map((seat) => rowOf(seat, () => setManaged(seat)))}
              />
              {page.next !== null && <MoreButton people={people} />}
            </>
          )
        }
      </AccountData>
      {managed && (
        <SeatDialog team={team} seat={managed} onClose={() => setManaged(null)} onChanged={onChanged} />
      )}
    </section>
  );
}

function rowOf(seat: Seat, onManage: () => void) {
  const { label, tone } = seatState(seat);
  return [
    <Person key="person" seat={seat} />,
    <Badge key="state" tone={tone}>
      {label}
    </Badge>,
    seat.claimed_at && formatDay(seat.claimed_at),
    seat.lessons !== null && `${seat.lessons} of ${TOTAL_LESSONS}`,
    seat.last_day && formatDay(seat.last_day),
    seat.certificate_id && (
      <TextLink key="certificate" to={paths.verify(seat.certificate_id)}>
        <span>Certificate</span>
        <span className="sr-only"> of {nameOf(seat)}</span>
      </TextLink>
    ),
    seat.ended_at ? (
      `Ended ${formatDay(seat.ended_at)}`
    ) : (
      <Button key="manage" variant="secondary" onClick={onManage}>
        <span>Manage</span>
        <span className="sr-only"> {nameOf(seat)}</span>
      </Button>
    ),
  ];
}

const nameOf = ({ name, email }: Seat) => name ?? readableEmail(email);

function Person({ seat }: { seat: Seat }) {
  return (
    <span translate="no" className="flex flex-col">
      {seat.name && <span dir="auto">{seat.name}</span>}
      <span className={seat.name ? "font-normal wrap-anywhere text-muted" : "wrap-anywhere"}>
        {readableEmail(seat.email)}
      </span>
    </span>
  );
}

function MoreButton({ people }: { people: People }) {
  const more = async () => {
    if (!(await people.more()))
      toast({ title: "No more people could be loaded. Check your connection.", variant: "destructive" });
  };
  return (
    <Button variant="secondary" busy={people.isLoading} onClick={() => void more()} className="self-start">
      {people.isLoading ? "Loading…" : "Show more people"}
    </Button>
  );
}

/** Saves everyone, not only those who are shown. */
function SaveList({ team }: { team: Team }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const reply = await loadAllSeats(team.id);
    setBusy(false);
    if (!reply.ok) return toast({ title: reply.message, variant: "destructive" });
    const header = [
      "Name",
      "Email",
      "State",
      "Invited",
      "Claimed",
      "Ended",
      "Lessons",
      "Last day of study",
      "Certificate",
      "Date of the certificate",
    ];
    const rows = reply.data.map((seat) => [
      ...[seat.name ?? "", seat.email, seatState(seat).label],
      ...[{ at: seat.invited_at }, { at: seat.claimed_at }, { at: seat.ended_at }],
      ...[seat.lessons === null ? "" : `${seat.lessons}`, seat.last_day ?? ""],
      seat.certificate_id ? `${location.origin}${paths.verify(seat.certificate_id)}` : "",
      { at: seat.certificate_at },
    ]);
    saveFile({ name: "team.csv", type: "text/csv;charset=utf-8", text: csvOf(header, rows) });
  };
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void save()}>
      {!isBusy && <Download aria-hidden="true" className="size-5" />}
      Save as a file for spreadsheets
    </Button>
  );
}
