import { useSyncExternalStore } from "react";
import { findVoice } from "./browserVoice.ts";

export function browserSpeech(): SpeechSynthesis | null {
  return "speechSynthesis" in window ? window.speechSynthesis : null;
}

/** Whether this browser has a voice that can read the lessons. It may get one after the page has loaded. */
export function useHasVoice(): boolean {
  return useSyncExternalStore(subscribe, () => findVoice(browserSpeech()?.getVoices() ?? []) !== null);
}

function subscribe(changed: () => void): () => void {
  const speech = browserSpeech();
  // Older Safari's is no event target: its voices are there from the start.
  speech?.addEventListener?.("voiceschanged", changed);
  return () => speech?.removeEventListener?.("voiceschanged", changed);
}
