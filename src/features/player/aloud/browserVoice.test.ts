import { expect, test } from "vitest";
import { englishVoices } from "./browserVoice.ts";

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang, voiceURI: lang, default: false }) satisfies SpeechSynthesisVoice;
const languages = (...voices: SpeechSynthesisVoice[]) => englishVoices(voices).map(({ lang }) => lang);

test("reading aloud offers British voices first, then other English ones", () => {
  expect(languages(voice("de-DE"), voice("en-US"), voice("en_GB"))).toEqual(["en_GB", "en-US"]);
  expect(languages(voice("de-DE"), voice("en-US"))).toEqual(["en-US"]);
});

test("reading aloud ignores remote voices and voices for other languages", () => {
  expect(languages(voice("en-GB", false), voice("fr-FR"))).toEqual([]);
});
