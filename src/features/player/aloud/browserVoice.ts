import type { Voice } from "./reader.ts";

/**
 * A voice of this device that speaks the lessons' language, or null. Voices that a browser fetches from its maker are
 * left out: they need a connection, and would send the text elsewhere.
 */
export function findVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const local = voices.filter((each) => each.localService && language(each).startsWith("en"));
  return local.find((each) => language(each) === "en-gb") ?? local[0] ?? null;
}

/** Android writes "en_GB". */
function language({ lang }: SpeechSynthesisVoice): string {
  return lang.replace("_", "-").toLowerCase();
}

/** The browser's speech (Web Speech API) as the reader wants it. */
export function browserVoice(speech: SpeechSynthesis, voice: SpeechSynthesisVoice): Voice {
  let current: SpeechSynthesisUtterance | null = null;
  return {
    say(sentence, { done, failed }) {
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      // What was hushed or replaced still reports its end, or that it was interrupted.
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
