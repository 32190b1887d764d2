import { staffPaths } from "../../../domain/paths.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { TeamAct } from "./TeamActions.tsx";
import { type SeatRow, seatsSchema, type TeamPage } from "./teamSchemas.ts";
import { seatWords } from "./words.ts";

const FILTERS = [
  { value: "", label: "All" },
  { value: "claimed", label: "With a place" },
  { value: "invited", label: "Invited" },
  { value: "ended", label: "Ended" },
];

/** Everyone in the team, each with a link to the learner's own page and the end of their place. */
export function TeamPeople({ team, onDone }: { team: TeamPage; onDone: () => void }) {
  const list = useStaffList("staff_team_seats", seatsSchema, { p_team: team.id });
  const columns: [Column<SeatRow>, ...Column<SeatRow>[]] = [
    {
      header: "Person",
      cell: ({ email }) => (
        <span translate="no" className="wrap-anywhere">
          {unmistakableEmail(email)}
        </span>
      ),
    },
    { header: "Name", cell: ({ name }) => <span translate="no">{name ?? "—"}</span> },
    { header: "State", cell: seatWords },
    {
      header: "End",
      cell: (seat) =>
        seat.ended_at ? (
          "—"
        ) : (
          <EndSeat
            seat={seat}
            onDone={() => {
              list.query.reload();
              onDone();
            }}
          />
        ),
    },
  ];
  return (
    <section aria-labelledby="people" className="flex min-w-0 flex-col gap-4">
      <h2 id="people" className="text-2xl">
        People
      </h2>
      <StaffList
        what="places"
        list={list}
        columns={columns}
        rowPath={({ user_id }) => user_id && staffPaths.one("learners", user_id)}
        filters={FILTERS}
        searchLabel="Start of an email"
        empty={{
          title: "Nobody in this list",
          text: "The owner of the team invites people on the team's page.",
        }}
        pages={{ first: "First", next: "Next", end: "There are no more places." }}
      />
    </section>
  );
}

function EndSeat({ seat, onDone }: { seat: SeatRow; onDone: () => void }) {
  const { id, claimed_at, email } = seat;
  const who = unmistakableEmail(email);
  return (
    <TeamAct
      name="staff_end_seat"
      args={{ p_seat: id }}
      label={claimed_at ? "Remove" : "Withdraw"}
      title={claimed_at ? "Remove this person from the team?" : "Withdraw this invitation?"}
      sentence={
        claimed_at
          ? `${who} loses the lessons and is notified by email. The certificate and everything that was written stay. The place is free for someone else.`
          : `The invitation of ${who} stops working, and the place is free for someone else. Nobody is notified.`
      }
      done={claimed_at ? "The person is removed" : "The invitation is withdrawn"}
      onDone={onDone}
    />
  );
}
