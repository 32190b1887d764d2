import { staffPaths } from "../../../domain/paths.ts";
import { formatMoment, timeSince } from "../../../domain/text/dates.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { ATTEMPTS, type CapstoneRow, capstonesSchema, named, shortId } from "./capstones.ts";
import { readDraft } from "./draft.ts";

const COLUMNS: readonly [Column<CapstoneRow>, ...Column<CapstoneRow>[]] = [
  {
    header: "Capstone",
    cell: ({ id }) => (
      <span translate="no" className="font-mono">
        {shortId(id)}
      </span>
    ),
  },
  { header: "Attempt", cell: ({ attempt }) => ATTEMPTS[attempt] },
  { header: "Handed in", cell: (row) => <HandedInAt row={row} /> },
  { header: "State", cell: (row) => <State row={row} /> },
];
const FILTERS = [
  { value: "", label: "Waiting" },
  { value: "second_opinion", label: "Second opinion" },
  { value: "reviewed", label: "Reviewed" },
];
const EMPTY: Record<string, { title: string; text: string }> = {
  second_opinion: {
    title: "Nobody has asked for a second opinion",
    text: "A reviewer who is unsure can leave a capstone to another reviewer. It then appears here.",
  },
  reviewed: {
    title: "No capstone has been reviewed yet",
    text: "Reviews that were sent appear here, the latest first.",
  },
};
const NOTHING_WAITS = {
  title: "No capstone is waiting",
  text: "Capstones appear here when learners whose plan includes a review hand them in.",
};

/** The queue of capstones. What waits longest comes first. */
export default function CapstonesPage() {
  const list = useStaffList("staff_capstones", capstonesSchema);
  const { filter } = list.asked;
  return (
    <Screen title="Capstones">
      <StaffList
        what="capstones"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("capstones", id)}
        filters={FILTERS}
        searchLabel="Find a capstone by the beginning of its number"
        empty={EMPTY[filter] ?? NOTHING_WAITS}
        pages={{ first: "First page", next: "Next page", end: "There are no more capstones." }}
      />
    </Screen>
  );
}

function HandedInAt({ row: { handed_in_at: at, reviewed_at: reviewedAt } }: { row: CapstoneRow }) {
  if (reviewedAt) return <span>{formatMoment(at)}</span>;
  return (
    <>
      {timeSince(at)} ago <span className="block text-base text-muted">{formatMoment(at)}</span>
    </>
  );
}

function State({
  row: { id, passed, reviewed_at: reviewedAt, second_opinion: opinion },
}: {
  row: CapstoneRow;
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {reviewedAt && (
        <>
          <Badge tone={passed ? "done" : "danger"}>{passed ? "Passed" : "Not a pass"}</Badge>
          <span className="text-muted">Reviewed {formatMoment(reviewedAt)}</span>
        </>
      )}
      {!reviewedAt && !opinion && "Waiting for a review"}
      {!reviewedAt && opinion && (
        <Badge tone="highlight">
          Second opinion requested by {opinion.is_mine ? "you" : named(opinion.asked_by)}
        </Badge>
      )}
      {!reviewedAt && readDraft(id) && <Badge tone="note">Your draft</Badge>}
    </span>
  );
}
