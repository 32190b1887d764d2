// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { MAX_NOTE_CHARACTERS, notesOf } from "../../entities/note/note.ts";
import { storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { deleteNote, writeNote } from "./notes.ts";
import { restoreFromMirror } from "./restore.ts";
import { settleEntries } from "./settleEntries.ts";

const SUBJECT = { noteId: randomUUID(), lessonId: "3", lessonVersion: 2 } as const;
const plain = (body: string) => ({ anchor: null, colour: null, body });
const userId = requireUserId(randomUUID());
let db: LearnerDb;

beforeEach(async () => {
  localStorage.clear();
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
  await Promise.all([db.notes.clear(), db.outbox.clear()]);
});

const note = async () => notesOf(await db.notes.toArray())[0];

test("each version of a note is stored together with its outbox entry, and earlier versions do not change", async () => {
  await writeNote(SUBJECT, plain("First."));
  await writeNote(SUBJECT, plain("Second."));
  await writeNote(SUBJECT, plain("Second."));
  const stored = await note();
  expect([stored?.current.body, stored?.earlier.map(({ body }) => body)]).toEqual(["Second.", ["First."]]);
  expect(await db.outbox.toArray()).toMatchObject([
    { type: "note", opId: stored?.earlier[0]?.opId, payload: { body: "First.", note_id: SUBJECT.noteId } },
    { type: "note", opId: stored?.current.opId, payload: { body: "Second.", deleted: false } },
  ]);
});

test("a deleted note keeps its earlier text and can be edited again", async () => {
  await writeNote(SUBJECT, plain("Mine."));
  await deleteNote(SUBJECT);
  expect(await note()).toMatchObject({ current: { deleted: true, body: "" }, earlier: [{ body: "Mine." }] });
  await writeNote(SUBJECT, plain("Mine."));
  expect(await note()).toMatchObject({ current: { deleted: false, body: "Mine." } });
});

test("a new version of a note sorts after the version it replaces, even if the clock was set back", async () => {
  await writeNote(SUBJECT, plain("From a clock that ran ahead."));
  await db.notes.toCollection().modify({ writtenAt: "2099-01-01T00:00:00.000Z" });
  await writeNote(SUBJECT, plain("Put right."));
  expect((await note())?.current).toMatchObject({
    body: "Put right.",
    writtenAt: "2099-01-01T00:00:00.001Z",
  });
});

test("a confirmed note is given the time by which the server ranks it", async () => {
  await writeNote(SUBJECT, plain("Mine."));
  const [entry] = await db.outbox.toArray();
  if (!entry) throw new Error("the note waits to be sent");
  const writtenAt = "2026-03-01T09:00:00.000Z";
  await settleEntries(db, userId, {
    epoch: null,
    verdicts: [{ opId: entry.opId, confirmed: true, writtenAt }],
  });
  expect([(await note())?.current.writtenAt, await db.outbox.count()]).toEqual([writtenAt, 0]);
});

test("an unsent note is restored from the mirror after the database has been lost", async () => {
  await writeNote(SUBJECT, plain("x".repeat(MAX_NOTE_CHARACTERS + 1)));
  const before = await note();
  await Promise.all([db.notes.clear(), db.outbox.clear()]);
  await restoreFromMirror(db, userId);
  expect(await note()).toEqual(before);
  expect(before?.current.body).toHaveLength(MAX_NOTE_CHARACTERS);
});
