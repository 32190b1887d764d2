import { describe, expect, it } from "vitest";
import { sniffStudentId } from "./sniff.ts";

const bytes = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));

describe("a student ID file (S-066)", () => {
  it.each([
    ["image/jpeg", "\xff\xd8\xff\xe0rest"],
    ["image/png", "\x89PNG\r\n\x1a\nrest"],
    ["image/gif", "GIF89arest"],
    ["image/webp", "RIFF\x10\x00\x00\x00WEBPVP8 "],
    ["image/heic", "\x00\x00\x00\x18ftypheic...."],
    ["application/pdf", "%PDF-1.7 rest"],
  ])("is known as %s by its content", (type, content) => {
    expect(sniffStudentId(bytes(content))).toBe(type);
  });

  it.each([
    ["a page", "<!doctype html><script>1</script>"],
    ["a drawing that can hold scripts", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a program", "MZ\x90\x00"],
    ["a film", "\x00\x00\x00\x18ftypmp42...."],
    ["a sound", "RIFF\x10\x00\x00\x00WAVEfmt "],
    ["nothing", ""],
    ["a PDF behind something else", "GIF8 %PDF-1.7"],
  ])("is refused when it is %s", (_, content) => {
    expect(sniffStudentId(bytes(content))).toBeUndefined();
  });
});
