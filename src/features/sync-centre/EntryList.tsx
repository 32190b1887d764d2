import { NOT_THROUGH, type UnsentRow } from "../../db/synced/queue.ts";
import { once } from "../../domain/once.ts";
import { kindOf } from "../../entities/registry.ts";
import { isReadable } from "../../entities/row.ts";

const MADE = once(() => new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }));

/** Unsent changes, each with its time and, if the server rejected it, the reason. */
export function EntryList({ rows }: { rows: readonly UnsentRow[] }) {
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li key={`${row.kind} ${row.key}`} className="border-b border-line py-3">
          <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>
          <p className="text-base text-muted">
            {MADE().format(new Date(row.unsent.since))}
            {row.unsent.error !== null && `. ${refusalReason(row.unsent.error)}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A newer version of the app may have stored a content that this one does not know. */
function nameOf(row: UnsentRow): string | undefined {
  const kind = kindOf(row.kind);
  return isReadable(kind, row) ? kind.label(row.content) : kindOf(row.kind)?.exportAs;
}

const REASONS: Record<string, string> = {
  not_entitled:
    "Your account does not currently have access to this lesson. This change will be sent again when it does.",
  not_reviewed: "A capstone can be handed in a second time only after a review that is not a pass.",
  unknown_version: "The server does not recognise this version of the lesson yet.",
  unknown_kind: "The server does not recognise this type of change yet.",
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
