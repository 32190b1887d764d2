import * as z from "zod/mini";
import { CATALOGUE, courseTitle } from "../../../domain/sales/catalogue.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Table } from "../../../ui/Table.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { type ExportColumn, ExportList, exportSchema } from "../frame/list/ExportList.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";

const waitingSchema = z.array(
  z.object({ course_id: z.string(), confirmed: z.number(), unconfirmed: z.number() }),
);
type Waiting = z.infer<typeof waitingSchema>[number];

const exportedSchema = z.object({ course_id: z.string(), email: z.string(), confirmed_at: z.string() });
const replySchema = exportSchema(exportedSchema);
const FILE_COLUMNS: readonly ExportColumn<z.infer<typeof exportedSchema>>[] = [
  { header: "Course", cell: (row) => courseTitle(row.course_id) },
  { header: "Email", cell: (row) => row.email },
  { header: "Confirmed at (UTC)", cell: (row) => ({ at: row.confirmed_at }) },
];

const NO_ARGUMENTS = {};
const EVERYTHING = { q: "", filter: "", after: null };

/** The people who want one email when an announced course opens. */
export default function WaitingPage() {
  const query = useStaffQuery("staff_course_interests", NO_ARGUMENTS, waitingSchema);
  return (
    <Screen title="Waiting lists">
      <p className="max-w-prose text-muted">
        People who asked on the page of all courses to be told when a course opens. They agreed to that one
        email and to nothing else.
      </p>
      <Loaded query={query} what="the waiting lists">
        {(lists) =>
          lists.length === 0 ? (
            <EmptyState title="Nobody is waiting for a course" seed="nobody waits">
              <p>Lists appear here when visitors leave their address beside a course that is coming soon.</p>
            </EmptyState>
          ) : (
            <>
              <Table
                caption="Waiting lists"
                captionHidden
                columns={[
                  { header: "Course" },
                  { header: "Confirmed", numeric: true },
                  { header: "Not confirmed", numeric: true },
                  { header: "When it is open" },
                ]}
                rows={lists.map((list) => [
                  courseTitle(list.course_id),
                  list.confirmed,
                  list.unconfirmed,
                  <Announce key={list.course_id} list={list} onDone={query.reload} />,
                ])}
              />
              <ExportList
                what="addresses"
                asked={EVERYTHING}
                name="staff_export_course_interests"
                reply={replySchema}
                columns={FILE_COLUMNS}
              />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Announce({ list, onDone }: { list: Waiting; onDone: () => void }) {
  const { course_id: id, confirmed } = list;
  if (confirmed === 0) return <span className="text-muted">Nobody has confirmed yet</span>;
  const title = courseTitle(id);
  const people = confirmed === 1 ? "1 person" : `${confirmed} people`;
  const isAnnounced = CATALOGUE.some((entry) => entry.id === id && entry.comingSoon);
  return (
    <ConfirmAction
      label={`It is open: write to ${people}`}
      title={`Tell ${people} that ${title} is open?`}
      sentence={`${isAnnounced ? "The page of all courses still says that this course is coming soon: open it there first. " : ""}Each of them gets one email with a link to the page of all courses, and their addresses are deleted from the list. This cannot be undone.`}
      reason={{ isRequired: true, hint: "Kept in the record of actions." }}
      run={({ reason }) => staffRpc("staff_announce_course", { p_course: id, p_reason: reason }, z.number())}
      done="The emails are on their way"
      onDone={onDone}
    />
  );
}
