import type { AchievementType } from "../domain/achievements.ts";
import type { OwnCertificate } from "../domain/certificate.ts";
import type { AttemptId, LessonId, OpId, UserId } from "../domain/ids.ts";
import type { LessonPack, PublishedLesson } from "../domain/pack.ts";
import type { Tier } from "../domain/plans.ts";
import type { StudyStart } from "../domain/progress.ts";
import type { Op } from "../domain/protocol.ts";
import type { LocalDay, ZoneChange } from "../domain/studyDays.ts";
import type { WorkbookField } from "../domain/workbook.ts";

/** One submitted quiz. `receivedAt` is null until the server has confirmed and regraded it. */
export type AttemptEntry = {
  id: AttemptId;
  lessonId: LessonId;
  lessonVersion: number;
  /** Option indexes in the author's order. */
  answers: number[];
  /** Whole percent. */
  score: number;
  passed: boolean;
  takenAt: string;
  receivedAt: string | null;
};

export type AchievementEntry = { type: AchievementType };

/** A change as it is written down before it has a place in the queue. `key` says in short what it is about. */
export type NewOp = { [T in Op["type"]]: { type: T; key: string; payload: PayloadOf<T> } }[Op["type"]];
type PayloadOf<T extends Op["type"]> = Extract<Op, { type: T }>["payload"];

/** One change of the learner that the server has not yet confirmed. */
export type OutboxEntry = NewOp & {
  /** Set by the database; the order of writing. */
  seq?: number;
  opId: OpId;
  v: 1;
  clientAt: string;
  state: "pending" | "parked";
  /** Definite refusals so far. Transport failures do not count. */
  tries: number;
  /** Not to be sent before this time, in ms since the epoch. */
  nextAt: number;
  /** Only texts: the server may have it, though it has not said so. Until then a later text may take its place. */
  sent?: boolean;
  /** How often it alone did not get through while pushing worked. Such an entry is sent last and alone. */
  isolated?: number;
  /** The code of the last refusal, or NOT_THROUGH. */
  error: string | null;
};

export type LessonEntry = {
  lessonId: LessonId;
  version: number;
  hash: string;
  /** UTF-8 length of the pack's JSON. */
  bytes: number;
  isPreview: boolean;
  pack: LessonPack;
};

/** How far this device has read the server's changes. Both belong together: a cursor means nothing in another epoch. */
export type PullPosition = { epoch: string | null; cursor: number };

/** What a purchase gives, and the state of the order that decided it. "none" for somebody who bought nothing. */
export type Access = { tier: Tier; status: "active" | "paused" | "revoked"; reason: string };

/**
 * What the learner decided about lessons on this device. Lessons come by themselves unless `isPaused`; what was
 * `removed` stays away until it is asked for; what was `asked` for comes first, and whatever else was said.
 */
export type DownloadChoice = { isPaused: boolean; removed: LessonId[]; asked: LessonId[] };

export type MetaEntry =
  | { key: "position"; value: PullPosition }
  | { key: "enrollment"; value: "enrolled" | "notEnrolled" }
  /** When the server last said whether the learner is enrolled, by its own clock. */
  | { key: "enrollmentAnsweredAt"; value: string }
  | { key: "studyStart"; value: StudyStart }
  /** Set once a pull has reached its end: until then this device does not know what the learner has done. */
  | { key: "pulled"; value: true }
  | { key: "access"; value: Access | "none" }
  | { key: "certificate"; value: OwnCertificate }
  | { key: "lastSuccessAt"; value: string }
  | { key: "appVersion"; value: string }
  /** The lessons that the server publishes for this learner, as last heard: their sizes are told before they come. */
  | { key: "published"; value: PublishedLesson[] }
  | { key: "downloads"; value: DownloadChoice }
  /** The addresses of the videos that are on this device whole. */
  | { key: "videos"; value: string[] }
  /** The time zones that this device was in. */
  | { key: "zones"; value: ZoneChange[] }
  /** Days of study on this device that nothing else would remember. */
  | { key: "studyDays"; value: LocalDay[] }
  /** The first day of the learner's plan, where they chose one. */
  | { key: "planStart"; value: LocalDay }
  | { key: "places"; value: Partial<Record<LessonId, Place>> };

/**
 * Where a learner stopped reading: `part` counts the parts of the text from 0, `share` is how much of that part was
 * above the window's edge, from 0 to 1. In this form it survives another window, font and text size.
 */
export type Place = { part: number; share: number };

/** A quiz that was left half answered. It stays on this device. */
export type DraftEntry = { lessonId: LessonId; version: number; draft: QuizDraft; savedAt: string };
export type QuizDraft = {
  /** One slot per question, in the author's order of questions: the chosen option's author index, or null. */
  answers: (number | null)[];
  /** Per question, the author's option indexes in the order shown. */
  order: number[][];
};

/**
 * A field of the workbook. The time of a text of this device is the server's only when that has confirmed it; a text
 * that was pulled before and seemed the earlier one is kept as `rival`, because it may yet turn out to be the later.
 */
export type WorkbookEntry = WorkbookField & { rival?: WorkbookField };

/** What a learner opened, placed or chose in one lesson, by the lesson's own keys. It stays on this device. */
export type RememberedEntry = { lessonId: LessonId; byKey: Record<string, string> };

/** A row from the server that this version of the app cannot read: kept for the version that can. */
export type AsideEntry = { id?: number; table: string; row: unknown };

export type Identity = { userId: UserId; email: string; mustChangePassword: boolean };
