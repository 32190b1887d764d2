import type { Voice } from "./reader.ts";

/**
 * A local voice for the lessons' language, or null. Remote voices are excluded: they need a connection and would send
 * the text to a third party.
 */
export function findVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const local = voices.filter((each) => each.localService && language(each).startsWith("en"));
  return local.find((each) => language(each) === "en-gb") ?? local[0] ?? null;
}

/** Android writes "en_GB". */
function language({ lang }: SpeechSynthesisVoice): string {
  return lang.replace("_", "-").toLowerCase();
}

/** Adapts the browser's speech (Web Speech API) to the reader. */
export function browserVoice(speech: SpeechSynthesis, voice: SpeechSynthesisVoice): Voice {
  let current: SpeechSynthesisUtterance | null = null;
  return {
    say(sentence, { done, failed }) {
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      // A cancelled or replaced utterance still fires its end or error event.
      utterance.onend = () => {
        if (current === utterance) done();
      };
      utterance.onerror = ({ error }) => {
        if (current === utterance) failed(error);
      };
      current = utterance;
      speech.cancel();
      speech.speak(utterance);
    },
    hush() {
      current = null;
      speech.cancel();
    },
  };
}
