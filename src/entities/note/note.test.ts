import fc from "fast-check";
import { expect, test } from "vitest";
import { KEPT_VERSIONS, lastContent, type NoteVersion, notesOf } from "./note.ts";

const NOTE = "019a0000-0000-7000-8000-00000000000a";
const OTHER = "019a0000-0000-7000-8000-00000000000b";

/** An id identifies one version, so the same id always has the same content and stamp. */
function version(write: number, body = `text ${write % 3}`): NoteVersion {
  const digits = String(write).padStart(2, "0");
  return {
    id: `019a0000-0000-7000-8000-0000000000${digits}`,
    noteId: write % 2 ? NOTE : OTHER,
    lessonId: "3",
    lessonVersion: 1,
    anchor: null,
    colour: null,
    body,
    deleted: body === "",
    stamp: `019a0000-000${write % 7}-7000-8000-0000000000${digits}`,
  };
}

test("two devices that receive the same note versions show the same notes, regardless of order and repetition", () => {
  const heard = fc.array(fc.nat({ max: 60 }), { maxLength: 60, size: "max" });
  fc.assert(
    fc.property(heard, fc.infiniteStream(fc.nat()), (writes, mix) => {
      const versions = writes.map((write) => version(write));
      const shuffled = versions
        .map((each) => ({ each, at: mix.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);
      expect(notesOf([...shuffled, ...versions])).toEqual(notesOf(versions));
    }),
  );
});

test("a note shows its newest version and keeps its twenty newest versions", () => {
  const all = Array.from({ length: 30 }, (_, index) => version(2 * index + 1));
  const [note] = notesOf(all);
  const stamps = all.map(({ stamp }) => stamp).sort();
  expect([note?.current, ...(note?.earlier ?? [])].map((each) => each?.stamp)).toEqual(
    stamps.slice(-KEPT_VERSIONS).reverse(),
  );
});

test("if one device edits a note and another deletes it, the later change wins and the edit is not lost", () => {
  const edit = version(1, "Rewritten on the train");
  const deletion = version(3, "");
  const [note] = notesOf([edit, deletion]);
  expect(note && [note.current, lastContent(note)]).toEqual([deletion, edit]);
  const [other] = notesOf([version(3, "Rewritten later"), version(1, "")]);
  expect(other && lastContent(other)).toMatchObject({ body: "Rewritten later" });
});
