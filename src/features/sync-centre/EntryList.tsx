import type { UnsentWork } from "../../db/store/rows.ts";
import { NOT_THROUGH } from "../../db/synced/dueEntries.ts";
import { readLabState } from "../../domain/course/labState.ts";
import { once } from "../../domain/once.ts";
import { ACHIEVEMENTS } from "../../entities/achievement/achievement.ts";
import { lessonOfField } from "../../entities/workbookField/workbookField.ts";

const MADE = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));

/** Unsent changes, each with its time and, if the server rejected it, the reason. */
export function EntryList({ entries }: { entries: readonly UnsentWork[] }) {
  return (
    <ul className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.opId} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{entryTitle(entry)}</p>
          <p className="text-base text-muted">
            {MADE().format(new Date(entry.clientAt))}
            {entry.error !== null && `. ${refusalReason(entry.error)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

type NotePayload = Extract<UnsentWork, { type: "note" }>["payload"];

const EXCERPT_CHARACTERS = 60;

/** Describes in a few words what the learner did. */
function entryTitle(entry: UnsentWork): string {
  switch (entry.type) {
    case "progress":
      return `Lesson ${entry.payload.lesson_id} completed`;
    case "attempt":
      return `Lesson ${entry.payload.lesson_id} quiz`;
    case "achievement":
      return `Achievement: ${ACHIEVEMENTS[entry.payload.achievement_type].name}`;
    case "workbook":
      return readLabState(entry.payload.value) === null
        ? `Lesson ${lessonOfField(entry.payload.field_id)} workbook: ${excerpt(entry.payload.value)}`
        : `Lesson ${lessonOfField(entry.payload.field_id)} lab`;
    case "note":
      return noteTitle(entry.payload);
    case "capstone":
      return "Capstone handed in";
  }
}

function noteTitle({ lesson_id, anchor, body, deleted }: NotePayload): string {
  if (deleted) return `Lesson ${lesson_id} note deleted`;
  const kind = anchor && body === "" ? "highlight" : "note";
  return `Lesson ${lesson_id} ${kind}: ${excerpt(body || (anchor?.quote ?? ""))}`;
}

function excerpt(text: string): string {
  if (text === "") return "cleared";
  const characters = [...text.replace(/\s+/g, " ")];
  const start = characters.slice(0, EXCERPT_CHARACTERS).join("");
  return characters.length > EXCERPT_CHARACTERS ? `“${start}…”` : `“${start}”`;
}

const REASONS: Record<string, string> = {
  not_entitled:
    "Your account does not currently have access to this lesson. This change will be sent again when it does.",
  not_reviewed: "A capstone can be handed in a second time only after a review that is not a pass.",
  unknown_version: "The server does not recognise this version of the lesson yet.",
  unknown_type: "The server does not recognise this type of change yet.",
  too_many: "Your account has reached its limit. This work is safe on this device.",
  too_many_today: "You have reached today’s limit. This change will be sent tomorrow.",
  unknown_field: "The course no longer has this field. Your text is safe on this device.",
  too_large: "It is too large for the server.",
  [NOT_THROUGH]: "Something between this device and your account is blocking it.",
  invalid: "The server could not read it. We will try again with each new version of the app.",
};

/** Why a change is not in the account yet. `code` is the server's last error code, or NOT_THROUGH. */
function refusalReason(code: string | null): string {
  return REASONS[code ?? ""] ?? `The server did not accept it${code ? ` (${code})` : ""}.`;
}
