import { type RefObject, useEffect, useRef, useState } from "react";
import { browserVoice, findVoice } from "./browserVoice.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { type Reader, type ReaderState, startReader } from "./reader.ts";
import { browserSpeech } from "./useVoice.ts";

/** Marks the passage being read, for the style sheet. */
const MARK = "data-read-aloud";

/**
 * Reads the text from the first visible passage, highlights the current passage and keeps it in view. Stops on unmount
 * and when the page is left. The reader is null during the first render.
 */
export function useReader(text: RefObject<HTMLElement | null>): {
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
    if (!speech || !found || !text.current) return setState({ status: "failed", reason: "no voice" });
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
    element?.scrollIntoView({ block: "nearest" });
    return () => element?.removeAttribute(MARK);
  }, [element]);

  return { state, reader };
}

function firstInWindow(passages: readonly Passage[]): number {
  const first = passages.findIndex(({ element }) => element.getBoundingClientRect().top >= 0);
  return Math.max(0, first);
}
