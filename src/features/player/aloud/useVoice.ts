import { useSyncExternalStore } from "react";
import { englishVoices } from "./browserVoice.ts";

export function browserSpeech(): SpeechSynthesis | null {
  return "speechSynthesis" in window ? window.speechSynthesis : null;
}

/** Returns whether this browser has a voice for the lessons. Voices can become available after the page has loaded. */
export function useHasVoice(): boolean {
  return useSyncExternalStore(subscribe, () => englishVoices(browserSpeech()?.getVoices() ?? []).length > 0);
}

function subscribe(changed: () => void): () => void {
  const speech = browserSpeech();
  // In older Safari this is not an event target, but voices are available from the start.
  speech?.addEventListener?.("voiceschanged", changed);
  return () => speech?.removeEventListener?.("voiceschanged", changed);
}
