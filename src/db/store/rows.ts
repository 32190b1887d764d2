import type { OwnCertificate } from "../../domain/certificate/certificate.ts";
import type { LessonPack, LessonRow } from "../../domain/course/pack.ts";
import type { LessonId, UserId } from "../../domain/ids.ts";
import type { Tier } from "../../domain/sales/plans.ts";
import type { QuestionId } from "../../domain/study/recall.ts";
import type { LocalDay, ZoneChange } from "../../domain/study/studyDays.ts";
import type { ServerRow } from "../../entities/messages.ts";
import type { StudyStart } from "../../entities/row.ts";

export type LessonEntry = {
  lessonId: LessonId;
  version: number;
  hash: string;
  /** UTF-8 length of the pack's JSON. */
  bytes: number;
  isPreview: boolean;
  pack: LessonPack;
};

/** How far this device has pulled the server's changes. A cursor is valid only in its epoch. */
export type PullPosition = {
  epoch: string | null;
  cursor: number;
  /** The latest revision of which the server has told this device, which may be after the cursor. */
  seen: number;
};

/**
 * The tier of the learner's access, and the state of the order that determines it. MetaEntry has "none" for a learner
 * who has bought nothing.
 */
export type Access = { tier: Tier; status: "active" | "paused" | "revoked"; reason: string };

/** What a learner downloads to a device or removes from it: a lesson, or the tokenizer of the lab `cost-of-words`. */
export type DownloadId = LessonId | "tokenizer";

/**
 * The learner's choices about downloads to this device. Everything is downloaded automatically unless `isPaused`. What
 * is in `removed` is not downloaded until the learner requests it. What is in `asked` is downloaded first, even during a
 * pause.
 */
export type DownloadChoice = { isPaused: boolean; removed: DownloadId[]; asked: DownloadId[] };

/** What the server was last told from this device for the reminders of the study plan. */
export type Reminded = { planStart: string | null; timeZone: string };

/** What a learner has chosen on one day in the questions of each review, by its name. Stored on this device only. */
type Reviewing = { day: LocalDay; given: Record<string, Partial<Record<QuestionId, string>>> };

export type MetaEntry =
  | { key: "position"; value: PullPosition }
  | { key: "enrollment"; value: "enrolled" | "notEnrolled" }
  /** When the server last said whether the learner is enrolled, by the server's clock. */
  | { key: "enrollmentAnsweredAt"; value: string }
  | { key: "studyStart"; value: StudyStart }
  /** Set after a pull has reached its end. Until then this device does not know the learner's progress. */
  | { key: "pulled"; value: true }
  | { key: "access"; value: Access | "none" }
  | { key: "certificate"; value: OwnCertificate }
  | { key: "capstoneCertificate"; value: OwnCertificate }
  | { key: "lastSuccessAt"; value: string }
  | { key: "appVersion"; value: string }
  /**
   * The lessons that the server publishes for this learner, as last received. Their sizes are shown before the
   * download.
   */
  | { key: "published"; value: LessonRow[] }
  | { key: "downloads"; value: DownloadChoice }
  /** Whether the tokenizer is on this device. */
  | { key: "tokenizer"; value: boolean }
  /** The time zones in which this device has been. */
  | { key: "zones"; value: ZoneChange[] }
  | { key: "reminded"; value: Reminded }
  /** The questions of reviews that were answered on this day. Earlier days are forgotten. */
  | { key: "reviewing"; value: Reviewing }
  /** The due date of the payment for which the certificate waits, as last received. */
  | { key: "lastPaymentDue"; value: string };

/** A half-answered quiz. Stored on this device only. */
export type DraftEntry = { lessonId: LessonId; version: number; draft: QuizDraft; savedAt: string };
export type QuizDraft = {
  /** For each question, in the author's order: the chosen option's index in the author's order, or null. */
  answers: (number | null)[];
  /** For each question: the author's option indexes in the order shown. */
  order: number[][];
};

/**
 * What a learner opened or typed in one lesson, by keys that the lesson defines. Stored on this device only.
 */
export type RememberedEntry = { lessonId: LessonId; byKey: Record<string, string> };

/** A row from the server that this version of the app cannot read. It is kept for a later version that can. */
export type AsideEntry = ServerRow;

export type Identity = { userId: UserId; email: string; mustChangePassword: boolean };
