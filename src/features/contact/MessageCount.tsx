import { useEffect, useState } from "react";
import { MAX_CHARACTERS } from "../../domain/contact.ts";
import { cx } from "../../ui/cx.ts";

const MAX = MAX_CHARACTERS.message;
/** From this length on, screen readers are notified too. */
const NEARLY_FULL = MAX * 0.9;
const PAUSE_MS = 1_000;

/**
 * How much of the allowed length is used. Updated on every keystroke, but announced only near the limit and after a
 * pause.
 */
export function MessageCount({ id, count }: { id: string; count: number }) {
  const [announced, setAnnounced] = useState("");
  // Synchronises with the clock: an announcement on every keystroke would drown out the typed keys.
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(announcement(count)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <>
      <p
        id={id}
        className={cx(
          "self-end text-base tabular-nums",
          count > MAX ? "font-semibold text-danger" : "text-muted",
        )}
      >
        {`${count} / ${MAX} characters`}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

function announcement(count: number): string {
  if (count > MAX) return `Characters over the limit: ${count - MAX}`;
  return count >= NEARLY_FULL ? `Characters left: ${MAX - count}` : "";
}
