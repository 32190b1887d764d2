import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { count } from "../../../domain/text/syncSentence.ts";
import { actionWords } from "../frame/actionWords.ts";
import { type ExportColumn, ExportList, exportSchema } from "../frame/list/ExportList.tsx";
import { type Column, listPageSchema, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";

const rowSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The name that the subject has today. Null if it has none, or is gone. */
  about: z.nullable(z.string()),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
  actor: z.string(),
});
type Row = z.infer<typeof rowSchema>;
const pageSchema = listPageSchema(rowSchema);
const exportedSchema = z.omit(rowSchema, { id: true, about: true });
const replySchema = exportSchema(exportedSchema);

/** What each kind of subject is called, and where its screen is. */
const KINDS: Record<string, { label: string; path?: (id: string) => string }> = {
  order: { label: "Order", path: (id) => staffPaths.one("orders", id) },
  certificate: { label: "Certificate", path: (id) => staffPaths.one("certificates", id) },
  message: { label: "Message", path: (id) => staffPaths.one("messages", id) },
  capstone: { label: "Capstone", path: (id) => staffPaths.one("capstones", id) },
  learner: { label: "Learner", path: (id) => staffPaths.one("learners", id) },
  team: { label: "Team", path: (id) => staffPaths.one("teams", id) },
  account: { label: "Account" },
  settings: { label: "Settings", path: () => staffPaths.area("settings") },
  list: { label: "List" },
  course: { label: "Course", path: () => staffPaths.area("waiting") },
};

const FILTERS = [
  { value: "", label: "All" },
  { value: "order", label: "Orders" },
  { value: "certificate", label: "Certificates" },
  { value: "message", label: "Messages" },
  { value: "capstone", label: "Capstones" },
  { value: "learner", label: "Learners" },
  { value: "team", label: "Teams" },
  { value: "account", label: "Roles" },
  { value: "settings", label: "Settings" },
  { value: "list", label: "Files" },
];

const COLUMNS: readonly [Column<Row>, ...Column<Row>[]] = [
  {
    header: "What",
    cell: ({ action, details }) => [actionWords(action), detailWords(details)].filter(Boolean).join(": "),
  },
  { header: "About", cell: aboutWords },
  { header: "Who", cell: ({ actor }) => <span className="wrap-anywhere">{actorWords(actor)}</span> },
  { header: "Why", cell: ({ reason }) => <span className="wrap-anywhere">{reason || "—"}</span> },
  { header: "When", cell: ({ at }) => formatMoment(at) },
];

const EXPORT_COLUMNS: readonly ExportColumn<z.infer<typeof exportedSchema>>[] = [
  { header: "When (UTC)", cell: ({ at }) => ({ at }) },
  { header: "What", cell: ({ action }) => actionWords(action) },
  { header: "More", cell: ({ details }) => detailWords(details) },
  { header: "About", cell: ({ subject_kind: kind }) => KINDS[kind]?.label ?? kind },
  { header: "Id", cell: ({ subject_id: id }) => id },
  { header: "Who", cell: ({ actor }) => actorWords(actor) },
  { header: "Why", cell: ({ reason }) => reason },
];

/** What staff and reviewers did, newest first. */
export default function RecordScreen() {
  const list = useStaffList("staff_log", pageSchema);
  return (
    <Screen title="Record">
      <StaffList
        what="actions"
        list={list}
        columns={COLUMNS}
        rowPath={({ subject_kind, subject_id }) => KINDS[subject_kind]?.path?.(subject_id) ?? null}
        filters={FILTERS}
        searchLabel="Full email address or an id"
        searchHint="Check the spelling. Only a full email address or a full id is found."
        empty={{
          title: "Nothing here yet",
          text: "Everything that staff and reviewers do is recorded here.",
        }}
      />
      <ExportList
        what="actions"
        asked={list.asked}
        name="staff_export_log"
        reply={replySchema}
        columns={EXPORT_COLUMNS}
      />
    </Screen>
  );
}

function aboutWords({ subject_kind, subject_id, about: known }: Row) {
  const kind = KINDS[subject_kind]?.label ?? subject_kind;
  const about = subject_kind === "list" ? subject_id : known;
  return <span className="wrap-anywhere">{about ? `${kind}: ${about}` : kind}</span>;
}

function actorWords(actor: string): string {
  return actor || "Command line or deleted account";
}

/** What a row of the record says about its action beyond its name, or nothing. */
function detailWords(details: Record<string, unknown>): string {
  if (typeof details.amount_pence === "number") return formatPence(details.amount_pence);
  if (typeof details.until === "string") return `until ${formatDay(details.until)}`;
  if (typeof details.rows === "number") return count(details.rows, "row");
  // The codes of a cause or reason are short enough to read: "other_name".
  if (typeof details.cause === "string") return plain(details.cause);
  if (typeof details.reason === "string") return plain(details.reason);
  if ("to" in details && "from" in details && isRole(details.from) && isRole(details.to))
    return `from ${details.from ?? "none"} to ${details.to ?? "none"}`;
  return "";
}

const plain = (code: string) => code.replaceAll("_", " ");
const isRole = (value: unknown) => value === null || value === "staff" || value === "reviewer";
