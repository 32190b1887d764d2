import { expect, test } from "vitest";
import { findVoice } from "./browserVoice.ts";

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang, voiceURI: lang, default: false }) satisfies SpeechSynthesisVoice;

test("a listener hears British English where the device has it, else another English", () => {
  expect(findVoice([voice("de-DE"), voice("en-US"), voice("en_GB")])?.lang).toBe("en_GB");
  expect(findVoice([voice("de-DE"), voice("en-US")])?.lang).toBe("en-US");
});

test("no lesson is sent to a voice that speaks somewhere else, nor read in another language's sounds", () => {
  expect(findVoice([voice("en-GB", false), voice("fr-FR")])).toBeNull();
});
