import type { Voice } from "./reader.ts";

/** How the learner wants to hear the text. `rate` is relative to the voice's normal speed. */
export type Speech = { voice: SpeechSynthesisVoice; rate: number };

/**
 * The local voices for the lessons' language, British ones first. Remote voices are excluded: they need a connection and
 * would send the text to a third party.
 */
export function englishVoices(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice[] {
  const local = voices.filter((each) => each.localService && language(each).startsWith("en"));
  const isBritish = (each: SpeechSynthesisVoice) => language(each) === "en-gb";
  return [...local.filter(isBritish), ...local.filter((each) => !isBritish(each))];
}

/** Android writes "en_GB". */
function language({ lang }: SpeechSynthesisVoice): string {
  return lang.replace("_", "-").toLowerCase();
}

/** Adapts the browser's speech (Web Speech API) to the reader. `choice` is asked before every sentence. */
export function browserVoice(speech: SpeechSynthesis, choice: () => Speech): Voice {
  let current: SpeechSynthesisUtterance | null = null;
  return {
    say(sentence, { done, failed }) {
      const { voice, rate } = choice();
      const utterance = new SpeechSynthesisUtterance(sentence);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.rate = rate;
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
