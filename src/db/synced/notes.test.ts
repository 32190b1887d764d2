// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { MAX_NOTE_CHARACTERS, note, notesOf } from "../../entities/note/note.ts";
import { msOf } from "../../entities/stamp.ts";
import { storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { restoreFromMirror } from "./mirror.ts";
import { deleteNote, writeNote } from "./notes.ts";
import { readStamped } from "./readRows.ts";

const SUBJECT = { noteId: randomUUID(), lessonId: "3", lessonVersion: 2 } as const;
const plain = (body: string) => ({ anchor: null, colour: null, body });
const userId = requireUserId(randomUUID());
let db: LearnerDb;

beforeEach(async () => {
  localStorage.clear();
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
  await db.rows.clear();
});
afterEach(() => void vi.useRealTimers());

const stored = async () => notesOf(await readStamped(db, note))[0];
const versions = () => db.rows.where({ kind: "note" }).toArray();

test("each version of a note is an unsent row, and earlier versions do not change", async () => {
  await writeNote(SUBJECT, plain("First."));
  const first = await versions();
  await writeNote(SUBJECT, plain("Second."));
  await writeNote(SUBJECT, plain("Second."));
  const { current, earlier } = (await stored()) ?? {};
  expect([current?.body, earlier?.map(({ body }) => body)]).toEqual(["Second.", ["First."]]);
  expect(await versions()).toEqual(expect.arrayContaining(first));
  expect((await versions()).filter(({ unsent }) => unsent)).toHaveLength(2);
});

test("a deleted note keeps its earlier text and can be edited again", async () => {
  await writeNote(SUBJECT, plain("Mine."));
  await deleteNote(SUBJECT);
  expect(await stored()).toMatchObject({
    current: { deleted: true, body: "" },
    earlier: [{ body: "Mine." }],
  });
  await writeNote(SUBJECT, plain("Mine."));
  expect(await stored()).toMatchObject({ current: { deleted: false, body: "Mine." } });
});

test("a new version of a note sorts after the version it replaces, even if the clock was set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const ahead = Date.UTC(2099, 0, 1);
  vi.setSystemTime(ahead);
  await writeNote(SUBJECT, plain("From a clock that ran ahead."));
  vi.setSystemTime(Date.UTC(2026, 10, 1));
  await writeNote(SUBJECT, plain("Put right."));
  const current = (await stored())?.current;
  expect([current?.body, msOf(current?.stamp ?? "")]).toEqual(["Put right.", ahead]);
  // The copies keep this order too.
  await db.rows.clear();
  await restoreFromMirror(db, userId);
  expect((await stored())?.current.body).toBe("Put right.");
});

test("an unsent note is restored from the mirror after the database has been lost, with the same stamp", async () => {
  await writeNote(SUBJECT, plain("x".repeat(MAX_NOTE_CHARACTERS + 1)));
  const before = await stored();
  await db.rows.clear();
  await restoreFromMirror(db, userId);
  expect(await stored()).toEqual(before);
  expect(before?.current.body).toHaveLength(MAX_NOTE_CHARACTERS);
});
