import { randomUUID } from "node:crypto";
import { moduleOf } from "../../src/domain/course/course.ts";
import { gradeQuiz } from "../../src/domain/course/quiz.ts";
import { COURSE_ID, type LessonId, type OpId } from "../../src/domain/ids.ts";
import { ACHIEVEMENTS, type AchievementType } from "../../src/entities/achievement/achievement.ts";
import { joinPlace, type LessonPlace } from "../../src/entities/lessonPlace/lessonPlace.ts";
import type { NoteVersion } from "../../src/entities/note/note.ts";
import { joinProgress, type Progress } from "../../src/entities/progress/progress.ts";
import {
  MAX_OPS_PER_PUSH,
  MAX_ROWS_PER_PULL,
  type Op,
  opSchema,
  type PullReply,
  type PushReply,
} from "../../src/entities/protocol.ts";
import { joinField, type WorkbookField } from "../../src/entities/workbookField/workbookField.ts";

export const MODEL_KEY = [0, 1, 2, 3, 0];

type Attempt = Extract<Op, { type: "attempt" }>["payload"];
type Capstone = Extract<Op, { type: "capstone" }>["payload"];
type Account = {
  rev: number;
  /** By op id, with the time by which a write to a workbook field, note or place is ranked. */
  ledger: Map<string, { written_at?: string }>;
  progress: Map<LessonId, { value: Progress; rev: number }>;
  attempts: Map<string, { value: Attempt; rev: number }>;
  achievements: Map<AchievementType, { rev: number }>;
  fields: Map<string, { value: WorkbookField; rev: number }>;
  notes: Map<OpId, { value: NoteVersion; rev: number }>;
  places: Map<LessonId, { value: LessonPlace; rev: number }>;
  /** By attempt. Nothing is reviewed here. */
  capstones: Map<number, { value: Capstone; receivedAt: string; rev: number }>;
};

const emptyAccount = (): Account => ({
  rev: 0,
  ledger: new Map(),
  progress: new Map(),
  attempts: new Map(),
  achievements: new Map(),
  fields: new Map(),
  notes: new Map(),
  places: new Map(),
  capstones: new Map(),
});

/**
 * The rules of `sync_push` and `sync_pull` on plain maps: a ledger, one revision counter per account, an epoch, and the
 * merge of concurrent changes. `judge` can reject an op by returning an error code.
 */
export class ModelServer {
  accounts = new Map<string, Account>();
  epoch: string = randomUUID();
  judge: (op: Op) => string | null = () => null;
  /** Unix time in ms, by the server's clock. */
  now: () => number = Date.now;
  /** The most rows on a page of a pull. A page of the real server has room for more than any test here writes. */
  mostRows: number = MAX_ROWS_PER_PULL;
  /** How often each op took effect: never more than once in one epoch (I2). */
  effects = new Map<string, number>();
  /** User id and op id, separated by a space, of every op that was ever accepted, in any epoch. */
  everAccepted = new Set<string>();
  /** The last time at which a capstone was received. No two are received at the same time. */
  private lastReceivedMs = 0;

  private account(userId: string): Account {
    const account = this.accounts.get(userId) ?? emptyAccount();
    this.accounts.set(userId, account);
    return account;
  }

  push(userId: string, ops: unknown[]): PushReply {
    if (ops.length > MAX_OPS_PER_PUSH) throw new Error("too many ops");
    return { user_id: userId, epoch: this.epoch, results: ops.map((each) => this.one(userId, each)) };
  }

  private one(userId: string, sent: unknown): PushReply["results"][number] {
    const op = opSchema.parse(sent);
    const account = this.account(userId);
    const known = account.ledger.get(op.op_id);
    if (known) {
      // The same move can carry a further step than before.
      if (op.type === "place") this.apply(account, { ...op, payload: { ...op.payload, ...known } });
      return { op_id: op.op_id, status: "duplicate", ...known };
    }
    const code = this.judge(op);
    if (code) return { op_id: op.op_id, status: "rejected", code };
    const ranked = "written_at" in op.payload ? { written_at: this.clamped(op.payload.written_at) } : {};
    this.apply(account, op);
    account.ledger.set(op.op_id, ranked);
    this.everAccepted.add(`${userId} ${op.op_id}`);
    this.effects.set(op.op_id, (this.effects.get(op.op_id) ?? 0) + 1);
    return { op_id: op.op_id, status: "ok", ...ranked };
  }

  private clamped(iso: string): string {
    const now = new Date(this.now()).toISOString();
    return iso < now ? iso : now;
  }

  private apply(account: Account, op: Op): void {
    switch (op.type) {
      case "progress": {
        const { lesson_id, module_id, completed_at } = op.payload;
        const value = { lessonId: lesson_id, moduleId: module_id, completed: true, quizScore: null };
        this.join(account, { ...value, completedAt: completed_at });
        return;
      }
      case "attempt": {
        if (account.attempts.has(op.payload.id)) return;
        const grade = gradeQuiz(op.payload.answers, MODEL_KEY);
        account.rev += 1;
        account.attempts.set(op.payload.id, { value: op.payload, rev: account.rev });
        this.join(account, {
          lessonId: op.payload.lesson_id,
          moduleId: moduleOf(op.payload.lesson_id).id,
          completed: grade.passed,
          completedAt: grade.passed ? op.payload.taken_at : null,
          quizScore: grade.scorePercent,
        });
        return;
      }
      case "achievement":
        if (account.achievements.has(op.payload.achievement_type)) return;
        account.rev += 1;
        account.achievements.set(op.payload.achievement_type, { rev: account.rev });
        return;
      case "workbook": {
        const { field_id: fieldId, value, written_at } = op.payload;
        // The engine under test made the id: a UUIDv7 in lower case.
        const field = { fieldId, value, writtenAt: this.clamped(written_at), opId: op.op_id as OpId };
        const before = account.fields.get(fieldId)?.value;
        account.rev += 1;
        account.fields.set(fieldId, { value: before ? joinField(before, field) : field, rev: account.rev });
        return;
      }
      case "note": {
        const { note_id: noteId, lesson_id: lessonId, lesson_version: lessonVersion } = op.payload;
        const { anchor, colour, body, deleted, written_at } = op.payload;
        const opId = op.op_id as OpId; // as above
        const content = { anchor, colour, body, deleted, writtenAt: this.clamped(written_at) };
        account.rev += 1;
        account.notes.set(opId, {
          value: { noteId, lessonId, lessonVersion, ...content, opId },
          rev: account.rev,
        });
        return;
      }
      case "place": {
        const { course_id: _, lesson_id: lessonId, written_at, ...position } = op.payload;
        const opId = op.op_id as OpId; // as above
        const place = { ...position, lessonId, movedAt: this.clamped(written_at), opId };
        const before = account.places.get(lessonId)?.value;
        account.rev += 1;
        account.places.set(lessonId, { value: before ? joinPlace(before, place) : place, rev: account.rev });
        return;
      }
      case "capstone":
        if (account.capstones.has(op.payload.attempt)) return;
        account.rev += 1;
        this.lastReceivedMs = Math.max(this.lastReceivedMs + 1, this.now());
        account.capstones.set(op.payload.attempt, {
          value: op.payload,
          receivedAt: new Date(this.lastReceivedMs).toISOString(),
          rev: account.rev,
        });
    }
  }

  private join(account: Account, change: Progress): void {
    const before = account.progress.get(change.lessonId)?.value;
    const value = before ? joinProgress(before, change) : change;
    if (JSON.stringify(before) === JSON.stringify(value)) return;
    account.rev += 1;
    account.progress.set(change.lessonId, { value, rev: account.rev });
  }

  pull(userId: string, sentCursor: number, requestedRows: number): PullReply {
    const maxRows = Math.min(requestedRows, this.mostRows);
    const account = this.account(userId);
    const cursor = sentCursor > account.rev ? 0 : sentCursor;
    if (cursor !== sentCursor) this.epoch = randomUUID();
    const revs = [
      ...[...account.progress.values()].map((each) => each.rev),
      ...[...account.attempts.values()].map((each) => each.rev),
      ...[...account.achievements.values()].map((each) => each.rev),
      ...[...account.fields.values()].map((each) => each.rev),
      ...[...account.notes.values()].map((each) => each.rev),
      ...[...account.places.values()].map((each) => each.rev),
      ...[...account.capstones.values()].map((each) => each.rev),
    ]
      .filter((rev) => rev > cursor)
      .sort((a, b) => a - b);
    const last = revs[Math.min(maxRows, revs.length) - 1] ?? cursor;
    const isIn = (rev: number) => rev > cursor && rev <= last;
    return {
      user_id: userId,
      epoch: this.epoch,
      cursor: last,
      has_more: revs.length > maxRows,
      rows: {
        course_progress: [...account.progress.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value, rev }) => ({
            course_id: COURSE_ID,
            module_id: value.moduleId,
            lesson_id: value.lessonId,
            completed: value.completed,
            completed_at: value.completedAt,
            quiz_score: value.quizScore,
            rev,
          })),
        quiz_attempts: [...account.attempts.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value, rev }) => {
            const grade = gradeQuiz(value.answers, MODEL_KEY);
            const { scorePercent: score, passed } = grade;
            return { ...value, score, passed, received_at: value.taken_at, rev };
          }),
        user_achievements: [...account.achievements]
          .filter(([, each]) => isIn(each.rev))
          .map(([type, { rev }]) => ({
            achievement_type: type,
            achievement_name: ACHIEVEMENTS[type].name,
            rev,
          })),
        workbook_fields: [...account.fields.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value: { fieldId, value, writtenAt, opId }, rev }) => ({
            course_id: COURSE_ID,
            field_id: fieldId,
            value,
            written_at: writtenAt,
            op_id: opId,
            rev,
          })),
        lesson_notes: [...account.notes.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value: { noteId, lessonId, lessonVersion, opId, writtenAt, ...content }, rev }) => ({
            op_id: opId,
            note_id: noteId,
            course_id: COURSE_ID,
            lesson_id: lessonId,
            lesson_version: lessonVersion,
            ...content,
            written_at: writtenAt,
            rev,
          })),
        lesson_places: [...account.places.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value: { lessonId, movedAt, opId, ...position }, rev }) => ({
            course_id: COURSE_ID,
            lesson_id: lessonId,
            ...position,
            written_at: movedAt,
            op_id: opId,
            rev,
          })),
        capstone_hand_ins: [...account.capstones.values()]
          .filter((each) => isIn(each.rev))
          .map(({ value, receivedAt, rev }) => ({ ...value, received_at: receivedAt, review: null, rev })),
      },
    };
  }

  /** A copy of all accounts, to be restored later. */
  backup(): Map<string, Account> {
    return structuredClone(this.accounts);
  }

  /** Returns to an older state and starts a new epoch, as the restore procedure does. */
  restore(backup: Map<string, Account>): void {
    this.accounts = structuredClone(backup);
    this.effects.clear();
    this.epoch = randomUUID();
  }
}
