import { expect, test } from "vitest";
import { identifyStudentId } from "./studentIdFile.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ["a PDF", "%PDF-1.7\n", "application/pdf"],
  ["a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
  ["a PNG", "\x89PNG\r\n\x1a\n", "image/png"],
  ["a GIF", "GIF89a", "rarer image"],
  ["a WebP", "RIFF\0\0\0\0WEBP", "rarer image"],
  ["a HEIC image from a phone", "\0\0\0\x18ftypheic", "rarer image"],
  ["a HEIC sequence", "\0\0\0\x18ftyphevx", "rarer image"],
  ["a web page", "<!doctype html>", null],
  ["a WAV file, which is also in RIFF format", "RIFF\0\0\0\0WAVE", null],
  ["an MP4 file, which is also in the ISO base media format", "\0\0\0\x18ftypisom", null],
  ["an empty file", "", null],
] as const)("the student ID check identifies %s by its first bytes (S-038)", (_name, content, type) => {
  expect(identifyStudentId(bytes(content))).toBe(type);
});
