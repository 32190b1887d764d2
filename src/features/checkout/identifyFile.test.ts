import { expect, test } from "vitest";
import { identifyFile } from "./identifyFile.ts";

const bytes = (text: string) => new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);

test.each([
  ["a PDF", "%PDF-1.7\n", "pdf"],
  ["a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"],
  ["a PNG", "\x89PNG\r\n\x1a\n", "png"],
  ["a GIF", "GIF89a", "other image"],
  ["a WebP", "RIFF\0\0\0\0WEBP", "other image"],
  ["a phone's HEIC", "\0\0\0\x18ftypheic", "other image"],
  ["a web page", "<!doctype html>", null],
  ["a WAV, which is RIFF too", "RIFF\0\0\0\0WAVE", null],
  ["an MP4, which is ISO media too", "\0\0\0\x18ftypisom", null],
  ["an empty file", "", null],
] as const)("%s is known by its content (S-038)", async (_name, content, kind) => {
  expect(await identifyFile(bytes(content))).toBe(kind);
});
