import { Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { browserVoice, findVoice } from "./browserVoice.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { type Reader, type ReaderState, startReader } from "./reader.ts";
import { browserSpeech } from "./useVoice.ts";

type Props = { text: RefObject<HTMLElement | null>; onClose: () => void };

/** Reads the text aloud while mounted. Its buttons stay at the lower edge of the window. */
export default function ReadAloudBar({ text, onClose }: Props) {
  const { state, reader } = useReader(text);
  const pauseRef = useRef<HTMLButtonElement>(null);
  const { status } = state;

  // Synchronises with the browser's focus, because the button that started reading may be far away on the page.
  useEffect(() => pauseRef.current?.focus({ preventScroll: true }), []);

  // Synchronises with the reader, which stops at the end of the text.
  useEffect(() => {
    if (status === "failed") {
      console.warn("Speech synthesis failed:", state.reason);
      toast(
        state.reason === NO_VOICE
          ? {
              title: "This device has no English voice",
              description: "Add one in the device's settings for speech, then try again.",
            }
          : { title: "Reading aloud stopped", description: "This browser's voice is not responding." },
      );
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

const NO_VOICE = "no voice";

/** Marks the passage being read, for the style sheet. */
const MARK = "data-read-aloud";

/**
 * Reads the text from the first visible passage, highlights the current passage and keeps it in view. Stops on unmount
 * and when the page is left. The reader is null during the first render.
 */
function useReader(text: RefObject<HTMLElement | null>): {
  state: ReaderState;
  reader: RefObject<Reader | null>;
} {
  const [state, setState] = useState<ReaderState>({ status: "speaking", passage: 0 });
  const reader = useRef<Reader | null>(null);
  const [passages, setPassages] = useState<readonly Passage[]>([]);

  // Synchronises with the browser's speech, which continues after a page is left unless it is cancelled.
  useEffect(() => {
    const speech = browserSpeech();
    const found = findVoice(speech?.getVoices() ?? []);
    if (!speech || !found || !text.current) return setState({ status: "failed", reason: NO_VOICE });
    const voice = browserVoice(speech, found);
    const toRead = passagesOf(text.current);
    const sentences = toRead.map((each) => each.sentences);
    const started = startReader(sentences, firstInWindow(toRead), voice, setState);
    setPassages(toRead);
    reader.current = started;
    window.addEventListener("pagehide", started.pause);
    return () => {
      window.removeEventListener("pagehide", started.pause);
      voice.hush();
    };
  }, [text]);

  // Synchronises with the text, which React did not render.
  const element = "passage" in state ? passages[state.passage]?.element : undefined;
  useEffect(() => {
    element?.setAttribute(MARK, "");
    // Not in this effect, because the player renders another step when it is told that something in it is to be shown.
    queueMicrotask(() => {
      element?.closest("[hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
      element?.scrollIntoView({ block: "nearest" });
    });
    return () => element?.removeAttribute(MARK);
  }, [element]);

  return { state, reader };
}

function firstInWindow(passages: readonly Passage[]): number {
  const first = passages.findIndex(
    ({ element }) => !element.closest("[hidden]") && element.getBoundingClientRect().top >= 0,
  );
  return Math.max(0, first);
}
