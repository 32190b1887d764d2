import { randomUUID } from "node:crypto";
import type { PullPosition } from "../../src/db/store/rows.ts";
import { gradeQuiz } from "../../src/domain/course/quiz.ts";
import { type Attempt, attempt, progressFrom } from "../../src/entities/attempt/attempt.ts";
import { type CapstoneHandIn, capstone } from "../../src/entities/capstone/capstone.ts";
import {
  MAX_ROWS_PER_PULL,
  MAX_ROWS_PER_PUSH,
  type PullReply,
  type PushReply,
} from "../../src/entities/messages.ts";
import { type Progress, progress } from "../../src/entities/progress/progress.ts";
import { kindOf } from "../../src/entities/registry.ts";
import {
  type AnyKind,
  isEqual,
  isSame,
  joinRows,
  type Kind,
  type Row,
  type SentRow,
  sentForm,
} from "../../src/entities/row.ts";
import { msOf } from "../../src/entities/stamp.ts";

export const MODEL_KEY = [0, 1, 2, 3, 0];
const REGISTERED_AT = "2026-01-01T00:00:00.000Z";

/** Rows by kind and key. */
type Account = { rev: number; latestMs: number; rows: Map<string, Row> };

/**
 * The rules of `sync_pull` and `sync_push` on plain maps: the joins of the app itself, one revision counter per account,
 * an epoch, and the limit on stamps. `judge` can refuse a row by returning a code.
 */
export class ModelServer {
  accounts = new Map<string, Account>();
  epoch: string = randomUUID();
  judge: (row: SentRow) => string | null = () => null;
  /** Unix time in ms, by the server's clock. */
  now: () => number = Date.now;
  /** How far a stamp may be ahead of the server's clock. */
  aheadMs = 60_000;
  /** The most rows on a page of a pull. A page of the real server has room for more than any test here writes. */
  mostRows: number = MAX_ROWS_PER_PULL;
  /** How far the accepted stamp that was ahead most was ahead, in ms. */
  farthestAheadMs = Number.NEGATIVE_INFINITY;

  account(userId: string): Account {
    const account = this.accounts.get(userId) ?? { rev: 0, latestMs: 0, rows: new Map() };
    this.accounts.set(userId, account);
    return account;
  }

  private head(userId: string) {
    const account = this.account(userId);
    return {
      user_id: userId,
      epoch: this.epoch,
      rev: account.rev,
      time: Math.trunc(this.now()),
      limit: Math.max(Math.trunc(this.now()) + this.aheadMs, account.latestMs),
      registered_at: REGISTERED_AT,
      enrolled_at: REGISTERED_AT,
    };
  }

  push(userId: string, sent: SentRow[]): PushReply {
    if (sent.length > MAX_ROWS_PER_PUSH) throw new Error("too many rows");
    const { rows } = this.account(userId);
    const answers = sent.map((row) => ({ kind: row.kind, key: row.key, code: this.one(userId, row) }));
    const back = sent.flatMap((row, index) => {
      const mine = rows.get(`${row.kind} ${row.key}`);
      const differs = mine && !(mine.stamp === row.stamp && isEqual(mine.content, row.content));
      return differs && answers[index]?.code === null ? [inReply(mine)] : [];
    });
    return { ...this.head(userId), answers, rows: back };
  }

  private one(userId: string, sent: SentRow): string | null {
    const account = this.account(userId);
    const kind = kindOf(sent.kind);
    if (!kind?.schema().safeParse({ ...sent.content, ...this.ownFields(sent) }).success) return "invalid";
    const known = account.rows.get(`${sent.kind} ${sent.key}`);
    if (!known && sent.kind === capstone.kind && this.hasHandIn(account, sent)) return null;
    const content = dated(kind, { ...sent.content, ...this.ownFields(sent) });
    const graded = { ...sent, content };
    const joined = known ? joinRows(kind, known, graded, "mine") : graded;
    if (known && isSame(kind, joined, known)) return null;
    if (sent.stamp && msOf(sent.stamp) > this.head(userId).limit) return "clock";
    const code = this.judge(sent);
    if (code) return code;
    this.store(account, joined);
    if (sent.kind === attempt.kind) this.joinProgress(account, progressFrom(graded.content as Attempt));
    return null;
  }

  /** What the server adds to a row: the grade of a quiz, and when the row arrived. */
  private ownFields({ kind, content }: SentRow): object {
    const receivedAt = new Date(this.now()).toISOString();
    if (kind === capstone.kind) return { receivedAt, review: null };
    if (kind === progress.kind) return { quizScore: null };
    if (kind !== attempt.kind) return {};
    const { scorePercent: score, passed } = gradeQuiz((content as Attempt).answers, MODEL_KEY);
    return { score, passed, receivedAt };
  }

  private hasHandIn({ rows }: Account, { content }: SentRow): boolean {
    const { attempt: number } = content as CapstoneHandIn;
    return [...rows.values()].some(
      (row) => row.kind === capstone.kind && (row.content as CapstoneHandIn).attempt === number,
    );
  }

  private joinProgress(account: Account, change: Progress): void {
    const key = change.lessonId;
    const known = account.rows.get(`${progress.kind} ${key}`);
    const row = { kind: progress.kind, key, content: dated(progress, change) };
    const joined = known ? joinRows(progress, known, row, "mine") : row;
    if (!known || !isEqual(joined.content, known.content)) this.store(account, joined);
  }

  private store(account: Account, { kind, key, content, stamp }: SentRow): void {
    account.rev += 1;
    if (stamp) {
      account.latestMs = Math.max(account.latestMs, msOf(stamp));
      this.farthestAheadMs = Math.max(this.farthestAheadMs, msOf(stamp) - this.now());
    }
    account.rows.set(`${kind} ${key}`, {
      ...structuredClone({ kind, key, content, ...(stamp && { stamp }) }),
      rev: account.rev,
    });
  }

  pull(userId: string, asked: PullPosition, requestedRows: number): PullReply {
    const maxRows = Math.min(requestedRows, this.mostRows);
    const account = this.account(userId);
    const isRestored = asked.epoch === this.epoch && Math.max(asked.cursor, asked.seen) > account.rev;
    if (isRestored) this.epoch = randomUUID();
    const cursor = isRestored ? 0 : asked.cursor;
    const newer = [...account.rows.values()].filter(({ rev }) => rev > cursor).sort((a, b) => a.rev - b.rev);
    const page = newer.slice(0, maxRows);
    const hasMore = newer.length > page.length;
    return {
      ...this.head(userId),
      cursor: hasMore ? (page.at(-1)?.rev ?? 0) : account.rev,
      has_more: hasMore,
      rows: page.map(inReply),
    };
  }

  /** The rows of an account as a device would send them, in the order of kind and key. */
  sentRows(userId: string): SentRow[] {
    return sentForms([...this.account(userId).rows.values()]);
  }

  /** The content of one row of an account. */
  content(userId: string, { kind }: AnyKind, key: string): Record<string, unknown> | undefined {
    return this.account(userId).rows.get(`${kind} ${key}`)?.content as Record<string, unknown> | undefined;
  }

  countOf(userId: string, { kind }: AnyKind): number {
    return [...this.account(userId).rows.values()].filter((row) => row.kind === kind).length;
  }

  /** A copy of all accounts, to be restored later. */
  backup(): Map<string, Account> {
    return structuredClone(this.accounts);
  }

  /** Returns to an older state and starts a new epoch, as the restore procedure does. */
  restore(backup: Map<string, Account>): void {
    this.accounts = structuredClone(backup);
    this.epoch = randomUUID();
  }
}

/** No lesson was completed before the account could study. */
export function dated<Content extends object>(kind: Kind<Content>, content: Content): Content {
  return kind.dated?.(content, { registeredAt: REGISTERED_AT, enrolledAt: REGISTERED_AT }) ?? content;
}

export function sentForms(rows: readonly Row[]): SentRow[] {
  return rows
    .flatMap((row) => {
      const kind = kindOf(row.kind);
      return kind ? [sentForm(kind, row)] : [];
    })
    .sort((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1));
}

function inReply({ kind, key, content, stamp, rev }: Row) {
  return structuredClone({
    kind,
    key,
    content: content as Record<string, unknown>, // every content is an object
    ...(stamp && { stamp }),
    rev,
  });
}
