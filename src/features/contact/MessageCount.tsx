import { useEffect, useState } from "react";
import { MAX_CHARACTERS } from "../../domain/contact.ts";
import { cx } from "../../ui/cx.ts";

const MAX = MAX_CHARACTERS.message;
/** From here on a screen reader is told as well. */
const NEARLY_FULL = MAX * 0.9;
const PAUSE_MS = 1_000;

/** How much of the message's room is used: shown with every key, read out only near the end and in a pause. */
export function MessageCount({ id, count }: { id: string; count: number }) {
  const [announced, setAnnounced] = useState("");
  // Synchronises with the clock: what changes with every key would drown out the keys.
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
