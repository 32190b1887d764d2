// @vitest-environment jsdom
import { expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { type NoteVersion, notesOf } from "../../entities/note/note.ts";
import { notesByLesson, notesMarkdown } from "./notesMarkdown.ts";

const PACK = { ...lessonPack("1"), html: "<p>First words. Then others, and more of them.</p>" };

function note(nth: number, changes: Partial<NoteVersion>): NoteVersion {
  return {
    id: `019a0000-0000-7000-8000-00000000000${nth}`,
    noteId: `019a0000-0000-7000-8000-00000000001${nth}`,
    lessonId: "1",
    lessonVersion: 1,
    anchor: null,
    colour: null,
    body: "",
    deleted: false,
    stamp: `019a0000-0000-7000-8000-00000000002${nth}`,
    ...changes,
  };
}
const on = (quote: string, prefix: string, suffix: string) =>
  ({ anchor: { quote, prefix, suffix }, colour: "ochre" }) as const;

test("the notes export contains every note in reading order, word for word, and omits deleted notes", () => {
  const notes = notesOf([
    note(1, { ...on("gone from the text", "x", "y"), body: "Kept all the same." }),
    note(2, { ...on("Then others", "First words. ", ", and") }),
    note(3, { ...on("First words", "", ". Then"), body: "Mine,\n*as typed*." }),
    note(4, { body: "On the whole lesson." }),
    note(5, { deleted: true }),
    note(6, { lessonId: "3", body: "Of a lesson that is not on this device." }),
  ]);
  expect(notesMarkdown(notesByLesson(notes, [PACK]))).toBe(`# My notes on AI Fluency in 30 Days

## Lesson 1: What AI Is, and What It Isn't

On the whole lesson.

---

> First words

Mine,
*as typed*.

---

> Then others

---

> gone from the text

Kept all the same.

## Lesson 3: Prompt, Check, Improve

Of a lesson that is not on this device.
`);
});
