import { Pause, Play, Settings2, SkipBack, SkipForward, X } from "lucide-react";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { NO_VOICE, useReader } from "./useReader.ts";
import { VoicePanel } from "./VoicePanel.tsx";

type Props = {
  /** The lesson's title. */
  lesson: string;
  text: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Reads the text aloud while mounted. Its buttons stay at the lower edge of the window. */
export default function ReadAloudBar({ lesson, text, onClose }: Props) {
  const { state, reader, choice, choose } = useReader(text, lesson);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const panelId = useId();
  const pauseRef = useRef<HTMLButtonElement>(null);
  const { status } = state;

  // The button that started reading may be far away on the page.
  useEffect(() => pauseRef.current?.focus({ preventScroll: true }), []);

  // The reader stops at the end of the text.
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
      {isPanelOpen && <VoicePanel id={panelId} choice={choice} onChoose={choose} />}
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
      <IconButton
        label="Voice and speed"
        aria-expanded={isPanelOpen}
        aria-controls={isPanelOpen ? panelId : undefined}
        onClick={() => setIsPanelOpen(!isPanelOpen)}
      >
        <Settings2 aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label="Stop reading aloud"
        onClick={() => {
          focusMain({ preventScroll: true });
          reader.current?.stop();
        }}
      >
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; children: ReactNode };

function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-sunken"
      {...rest}
    >
      {children}
    </button>
  );
}
