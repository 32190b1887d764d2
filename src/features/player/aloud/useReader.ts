import { type RefObject, useEffect, useRef, useState } from "react";
import { browserVoice, englishVoices } from "./browserVoice.ts";
import { type MediaControls, mediaControls } from "./mediaControls.ts";
import { type Passage, passagesOf, rangeOf } from "./passages.ts";
import { type Reader, type ReaderState, startReader } from "./reader.ts";
import { type SpeechChoice, storedSpeechChoice, storeSpeechChoice } from "./speechChoice.ts";
import { browserSpeech } from "./useVoice.ts";

/** The reason for failing on a device without an English voice. */
export const NO_VOICE = "no voice";

/** Marks the passage being read, for the style sheet. */
const MARK = "data-read-aloud";
/** The name of the sentence's highlight in the style sheet. */
const SENTENCE = "read-aloud";

type Listening = {
  state: ReaderState;
  /** Null during the first render. */
  reader: RefObject<Reader | null>;
  choice: SpeechChoice;
  /** Applies the choice from the current sentence on and stores it on this device. */
  choose: (choice: SpeechChoice) => void;
};

/**
 * Reads the text from the first visible passage, highlights the current sentence and keeps its passage in view. Stops on
 * unmount and when the page is left. `lesson` is the title for the system's media controls.
 */
export function useReader(text: RefObject<HTMLElement | null>, lesson: string): Listening {
  const [state, setState] = useState<ReaderState>({ status: "speaking", passage: 0, sentence: 0 });
  const reader = useRef<Reader | null>(null);
  const [passages, setPassages] = useState<readonly Passage[]>([]);
  const [choice, setChoice] = useState(storedSpeechChoice);
  const latest = useRef(choice);
  const controls = useRef<MediaControls | null>(null);
  const { status } = state;

  // The browser's speech continues after a page is left unless it is cancelled.
  useEffect(() => {
    const speech = browserSpeech();
    const voices = englishVoices(speech?.getVoices() ?? []);
    const [first] = voices;
    if (!speech || !first || !text.current) return setState({ status: "failed", reason: NO_VOICE });
    const voice = browserVoice(speech, () => {
      const { voice: chosen, rate } = latest.current;
      return { voice: voices.find(({ voiceURI }) => voiceURI === chosen) ?? first, rate };
    });
    const toRead = passagesOf(text.current);
    const sentences = toRead.map((each) => each.sentences.map(({ words }) => words));
    const started = startReader(sentences, firstInWindow(toRead), voice, setState);
    setPassages(toRead);
    reader.current = started;
    controls.current = mediaControls(lesson, () => reader.current);
    window.addEventListener("pagehide", started.pause);
    return () => {
      window.removeEventListener("pagehide", started.pause);
      voice.hush();
      controls.current?.remove();
    };
  }, [text, lesson]);

  // A system may have silenced the page while the screen was locked.
  useEffect(() => {
    if (status !== "speaking" && status !== "paused") return;
    controls.current?.show(status);
    if (status === "paused") return;
    const wake = () => {
      const speech = browserSpeech();
      if (!document.hidden && speech && !speech.speaking && !speech.pending) reader.current?.resume();
    };
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [status]);

  const passage = "passage" in state ? passages[state.passage] : undefined;
  const sentence = "passage" in state ? passage?.sentences[state.sentence] : undefined;

  // React did not render the text.
  useEffect(() => {
    const element = passage?.element;
    element?.setAttribute(MARK, "");
    // Not in this effect, because the player renders another step when it is told that something in it is to be shown.
    queueMicrotask(() => {
      element?.closest("[hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
      element?.scrollIntoView({ block: "nearest" });
    });
    return () => element?.removeAttribute(MARK);
  }, [passage]);

  // Without them, the passage is marked, but not the sentence.
  useEffect(() => {
    if (!sentence || typeof Highlight === "undefined" || !CSS.highlights) return;
    CSS.highlights.set(SENTENCE, new Highlight(rangeOf(sentence)));
    return () => {
      CSS.highlights.delete(SENTENCE);
    };
  }, [sentence]);

  function choose(next: SpeechChoice): void {
    latest.current = next;
    setChoice(next);
    if (status === "speaking") reader.current?.resume();
    try {
      storeSpeechChoice(next);
    } catch (error) {
      console.warn("The voice and speed could not be saved", error);
    }
  }

  return { state, reader, choice, choose };
}

function firstInWindow(passages: readonly Passage[]): number {
  const first = passages.findIndex(
    ({ element }) => !element.closest("[hidden]") && element.getBoundingClientRect().top >= 0,
  );
  return Math.max(0, first);
}
