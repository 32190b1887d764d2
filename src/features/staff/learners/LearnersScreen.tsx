import { staffPaths } from "../../../domain/paths.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { type LearnerRow, learnersSchema } from "./learnerSchemas.ts";
import { accessWords } from "./words.ts";

const FILTERS = [
  { value: "", label: "All" },
  { value: "enrolled", label: "With access" },
  { value: "waiting", label: "Work waiting" },
  { value: "factor", label: "Second factor to remove" },
];

const COLUMNS: readonly [Column<LearnerRow>, ...Column<LearnerRow>[]] = [
  { header: "Learner", cell: ({ name, email }) => name || unmistakableEmail(email) },
  {
    header: "Email",
    cell: ({ email }) => <span className="wrap-anywhere">{unmistakableEmail(email) || "—"}</span>,
  },
  { header: "Access", cell: accessCell },
  { header: "Lessons done", numeric: true, cell: ({ lessons_completed }) => lessons_completed },
  { header: "Last activity", cell: ({ last_study_day: day }) => (day ? formatDay(day) : "—") },
  { header: "Entries waiting", numeric: true, cell: ({ waiting }) => (waiting === 0 ? "—" : waiting) },
  { header: "Joined", cell: ({ created_at }) => formatDay(created_at) },
];

const EMPTY: Record<string, { title: string; text: string } | undefined> = {
  "": { title: "No accounts yet", text: "An account appears here when someone signs up or buys the course." },
  enrolled: { title: "Nobody has access", text: "A learner appears here after a paid order." },
  waiting: {
    title: "No work is waiting on a device",
    text: "A learner whose device had unsent work when it last synced appears here.",
  },
  factor: {
    title: "No second factor to remove",
    text: "A learner appears here from the first identity check until a second person has confirmed.",
  },
};

/** Accounts, newest first. */
export default function LearnersScreen() {
  const list = useStaffList("staff_learners", learnersSchema);
  const { filter } = list.asked;
  return (
    <Screen title="Learners">
      <StaffList
        what="learners"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("learners", id)}
        filters={FILTERS}
        searchLabel="Start of an email or name"
        empty={EMPTY[filter] ?? { title: "No learners in this list", text: "Choose “All” to see everyone." }}
      />
    </Screen>
  );
}

function accessCell({ access, role }: LearnerRow) {
  return role ? <Badge tone="note">{role === "staff" ? "Staff" : "Reviewer"}</Badge> : accessWords(access);
}
