import { type RefObject, useEffect, useRef, useState } from "react";
import { browserVoice, findVoice } from "./browserVoice.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { type Reader, type ReaderState, startReader } from "./reader.ts";
import { browserSpeech } from "./useVoice.ts";

/** On the passage that is being read; the style sheet marks it. */
const MARK = "data-read-aloud";

/**
 * Reads the text from the first passage in the window on, marks the passage and keeps it in sight. Falls silent when
 * the caller is gone or the page is left. The reader is null until the first render is over.
 */
export function useReader(text: RefObject<HTMLElement | null>): {
  state: ReaderState;
  reader: RefObject<Reader | null>;
} {
  const [state, setState] = useState<ReaderState>({ status: "speaking", passage: 0 });
  const reader = useRef<Reader | null>(null);
  const [passages, setPassages] = useState<readonly Passage[]>([]);

  // Synchronises with the browser's speech, which goes on after a page is left unless it is told to stop.
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

  // Synchronises with the text, which React did not make.
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
