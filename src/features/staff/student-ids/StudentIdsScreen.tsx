import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { type Column, listPageSchema, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";

const rowSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  university: z.string(),
  uploaded_at: z.string(),
  /** When it was uploaded or, in the list of decisions, decided. */
  at: z.string(),
  decision: z.nullable(z.enum(["approved", "refused"])),
});
type Row = z.infer<typeof rowSchema>;
const pageSchema = listPageSchema(rowSchema);

const WHO: readonly [Column<Row>, ...Column<Row>[]] = [
  { header: "Name on the order", cell: ({ name }) => name },
  { header: "Institution", cell: ({ university }) => <span className="wrap-anywhere">{university}</span> },
  {
    header: "Email",
    cell: ({ email }) => (
      <span translate="no" className="wrap-anywhere">
        {email}
      </span>
    ),
  },
];
const WAITING: typeof WHO = [...WHO, { header: "Uploaded", cell: ({ at }) => formatMoment(at) }];
const DECIDED: typeof WHO = [
  ...WHO,
  { header: "Decided", cell: ({ at }) => formatMoment(at) },
  { header: "Decision", cell: ({ decision }) => <Decision decision={decision} /> },
];

const FILTERS = [
  { value: "", label: "Waiting" },
  { value: "decided", label: "Decided" },
];

function Decision({ decision }: Pick<Row, "decision">) {
  return decision === "approved" ? <Badge tone="done">Approved</Badge> : <Badge tone="danger">Refused</Badge>;
}

const OLDEST_FIRST = { first: "Oldest", next: "Newer", end: "There are no newer student IDs." };

/** The student IDs of paid orders: those that nobody has decided about, oldest first, or the decisions. */
export default function StudentIdsScreen() {
  const list = useStaffList("staff_student_ids", pageSchema);
  const { filter } = list.asked;
  const isDecided = filter === "decided";
  return (
    <Screen title="Student IDs">
      <p className="max-w-prose">
        {isDecided
          ? "What was decided, newest first. The files have been deleted."
          : "Check each one, oldest first. A file that nobody decides about is deleted 90 days after the upload, and the student price stays."}
      </p>
      <StaffList
        what="student IDs"
        list={list}
        columns={isDecided ? DECIDED : WAITING}
        rowPath={({ id }) => staffPaths.one("student-ids", id)}
        filters={FILTERS}
        {...(isDecided ? {} : { pages: OLDEST_FIRST })}
        searchLabel="Name, email, institution or order id"
        empty={
          isDecided
            ? { title: "Nothing decided yet", text: "An approved or refused student ID appears here." }
            : {
                title: "No student ID is waiting",
                text: "One appears here when a student order has been paid, or when a learner sends another ID.",
              }
        }
      />
    </Screen>
  );
}
