import { expect, test } from "vitest";
import { findVoice } from "./browserVoice.ts";

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang, voiceURI: lang, default: false }) satisfies SpeechSynthesisVoice;

test("reading aloud uses a British English voice, or else another English one", () => {
  expect(findVoice([voice("de-DE"), voice("en-US"), voice("en_GB")])?.lang).toBe("en_GB");
  expect(findVoice([voice("de-DE"), voice("en-US")])?.lang).toBe("en-US");
});

test("reading aloud ignores remote voices and voices for other languages", () => {
  expect(findVoice([voice("en-GB", false), voice("fr-FR")])).toBeNull();
});
