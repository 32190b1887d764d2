import { staffPaths } from "../../../domain/paths.ts";
import { formatMoment, timeSince } from "../../../domain/text/dates.ts";
import { Badge, type Tone } from "../../../ui/Badge.tsx";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { type MessageRow, type MessageState, messagesSchema } from "./messages.ts";

const COLUMNS: readonly [Column<MessageRow>, ...Column<MessageRow>[]] = [
  { header: "Subject", cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span> },
  { header: "From", cell: (row) => <Sender row={row} /> },
  { header: "Received", cell: (row) => <Received row={row} /> },
  { header: "State", cell: ({ state }) => <StateBadge state={state} /> },
  { header: "Assigned to", cell: (row) => <Assigned row={row} /> },
];
const FILTERS = [
  { value: "", label: "Open" },
  { value: "mine", label: "Mine" },
  { value: "answered", label: "Answered" },
  { value: "closed", label: "Closed" },
];
const EMPTY: Record<string, { title: string; text: string }> = {
  mine: {
    title: "No message is assigned to you",
    text: "Messages that you answer, or that a colleague assigns to you, appear here until they are closed.",
  },
  answered: {
    title: "No answered message is waiting to be closed",
    text: "Messages appear here when someone has answered them from the console.",
  },
  closed: {
    title: "No message has been closed",
    text: "Messages that need nothing more appear here. All messages are deleted after 180 days.",
  },
};
const NOTHING_OPEN = {
  title: "No message is waiting for an answer",
  text: "Messages appear here when visitors send the contact form.",
};

/** The inbox of the contact form. */
export default function MessagesPage() {
  const list = useStaffList("staff_messages", messagesSchema);
  const { filter } = list.asked;
  return (
    <Screen title="Messages">
      <StaffList
        what="contact messages"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("messages", id)}
        filters={FILTERS}
        searchLabel="Search names, addresses and subjects"
        searchHint="Check the spelling, or search for a part of it."
        empty={EMPTY[filter] ?? NOTHING_OPEN}
      />
    </Screen>
  );
}

function Sender({ row: { name, email } }: { row: MessageRow }) {
  return (
    <span className="wrap-anywhere">
      {name}{" "}
      <span translate="no" className="block text-base text-muted">
        {email}
      </span>
    </span>
  );
}

function Received({ row: { created_at: at } }: { row: MessageRow }) {
  return (
    <span>
      {timeSince(at)} ago <span className="block text-base text-muted">{formatMoment(at)}</span>
    </span>
  );
}

function Assigned({ row: { assigned_to: email, is_mine: isMine } }: { row: MessageRow }) {
  if (email === null) return <span className="text-muted">Nobody</span>;
  return isMine ? (
    <span>You</span>
  ) : (
    <span translate="no" className="wrap-anywhere">
      {email}
    </span>
  );
}

const STATES: Record<MessageState, { tone: Tone; label: string }> = {
  open: { tone: "highlight", label: "Open" },
  answered: { tone: "done", label: "Answered" },
  closed: { tone: "neutral", label: "Closed" },
};

export function StateBadge({ state }: { state: MessageState }) {
  const { tone, label } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
