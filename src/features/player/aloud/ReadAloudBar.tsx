import { Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast.ts";
import { useReader } from "./useReader.ts";

type Props = { text: RefObject<HTMLElement | null>; onClose: () => void };

/** Reads the text aloud while mounted. Its buttons stay at the lower edge of the window. */
export default function ReadAloudBar({ text, onClose }: Props) {
  const { state, reader } = useReader(text);
  const pauseRef = useRef<HTMLButtonElement>(null);
  const { status } = state;

  // Synchronises with the browser's focus: the button that started reading may be far away on the page.
  useEffect(() => pauseRef.current?.focus({ preventScroll: true }), []);

  // Synchronises with the reader, which stops at the end of the text.
  useEffect(() => {
    if (status === "failed") {
      console.warn("The browser's voice failed:", state.reason);
      toast({ title: "Reading aloud stopped", description: "This browser's voice is not responding." });
    }
    if (status === "failed" || status === "over") onClose();
  }, [status, state, onClose]);

  const isPaused = status === "paused";
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-label="Read aloud" className="read-aloud print:hidden">
      <IconButton label="Back one paragraph" onClick={() => reader.current?.skip(-1)}>
        <SkipBack aria-hidden="true" className="size-5" />
      </IconButton>
      <Button ref={pauseRef} onClick={() => (isPaused ? reader.current?.resume() : reader.current?.pause())}>
        <Icon aria-hidden="true" className="size-5" />
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <IconButton label="Forward one paragraph" onClick={() => reader.current?.skip(1)}>
        <SkipForward aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label="Stop reading aloud" onClick={() => reader.current?.stop()}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  );
}

type IconButtonProps = { label: string; onClick: () => void; children: ReactNode };

function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-sunken"
    >
      {children}
    </button>
  );
}
