import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { giveAnswer, useAnswers } from "../../db/study/answers.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import { remember, useRemembered } from "../../db/study/remembered.ts";
import { typeAsVisitor, visitorTexts } from "../../db/study/visitorTexts.ts";
import { useWorkbook, writeWorkbookField } from "../../db/synced/workbook.ts";
import type { LessonId } from "../../domain/ids.ts";
import { questionId } from "../../domain/study/recall.ts";
import { givenIn, recallIn } from "../../entities/answer/answer.ts";
import { useAuth } from "../../platform/session/auth.tsx";

export type Fields =
  | { status: "loading" }
  | {
      status: "ready";
      /** False for a visitor, whose text exists only in this tab until the tab is closed or reloaded. */
      isKept: boolean;
      answerTo: (fieldId: string) => string;
      /** Rejects with StorageFailure. */
      write: (fieldId: string, value: string) => Promise<void>;
    };

const LOADING: Fields = { status: "loading" };
const writeTyped = async (fieldId: string, value: string) => typeAsVisitor(fieldId, value);

/** The workbook answers of the learner, or of a visitor in this tab. */
export function useFields(): Fields {
  const { state } = useAuth();
  const workbook = useWorkbook();
  const here = useSyncExternalStore(visitorTexts.subscribe, visitorTexts.get);
  if (state.status === "loading" || workbook.status === "loading") return LOADING;
  if (state.status === "signedOut")
    return { status: "ready", isKept: false, answerTo: (id) => here.get(id) ?? "", write: writeTyped };
  const { byField } = workbook;
  return {
    status: "ready",
    isKept: true,
    answerTo: (id) => byField.get(id)?.value ?? "",
    write: writeWorkbookField,
  };
}

/** The learner's answers to the questions of a lesson, or a visitor's in this tab. */
export type AnswersIn = {
  /** What is stored for a question or an exercise (`readAsk`, `readSort`). */
  givenTo: (id: string) => string | undefined;
  /** `isRight` is null for an answer that was not checked. Rejects with StorageFailure. */
  give: (id: string, given: string, isRight: boolean | null) => Promise<void>;
  /** True if the question comes back in a review. */
  returns: (id: string) => boolean;
  /** True beside the first answer of a visitor, whose answers are not taken over at sign-in: another person may sign in (S-074). */
  isLost: (id: string) => boolean;
};

/** Tells a visitor's answers from what they typed. */
const ANSWER = "answer/";

/** Null while loading. */
export function useAnswersIn(lessonId: LessonId): AnswersIn | null {
  const { state } = useAuth();
  const answers = useAnswers();
  const enrollment = useEnrollment();
  const here = useSyncExternalStore(visitorTexts.subscribe, visitorTexts.get);
  if (state.status === "loading" || answers.status === "loading") return null;
  if (state.status === "signedOut")
    return {
      givenTo: (id) => here.get(ANSWER + id),
      give: async (id, chosen) => typeAsVisitor(ANSWER + id, chosen),
      returns: () => false,
      isLost: (id) => [...here.keys()].find((key) => key.startsWith(ANSWER)) === ANSWER + id,
    };
  const rowOf = (id: string) => answers.byQuestion.get(questionId("text", lessonId, id)) ?? null;
  const isEnrolled = enrollment.status === "enrolled";
  return {
    givenTo: (id) => givenIn(rowOf(id)),
    give: (id, chosen, isRight) => giveAnswer(questionId("text", lessonId, id), chosen, isRight, rowOf(id)),
    // The page of the due questions is for learners who have the course.
    returns: (id) => isEnrolled && recallIn(rowOf(id)).dueOn !== null,
    isLost: () => false,
  };
}

/** The open disclosures of a page, which this device stores. Null while loading. */
export type Memory = {
  recall: (key: string) => string | undefined;
  remember: (key: string, value: string | null) => void;
};

/**
 * `sheet` separates the keys of a sheet from those of its lesson. For a visitor the state lasts while the page is open.
 */
export function useMemory(lessonId: LessonId, sheet?: string): Memory | null {
  const stored = useRemembered(lessonId);
  const [here, setHere] = useState<ReadonlyMap<string, string | null>>(new Map());
  const prefix = sheet ? `${sheet}/` : "";

  const keep = useCallback(
    (key: string, value: string | null) => {
      setHere((before) => new Map(before).set(key, value));
      remember(lessonId, `${prefix}${key}`, value).catch((error: unknown) => {
        console.warn("The open sections could not be saved", error);
      });
    },
    [lessonId, prefix],
  );

  const byKey = stored.status === "ready" ? stored.byKey : null;
  return useMemo(() => {
    if (!byKey) return null;
    const recall = (key: string) =>
      here.has(key) ? (here.get(key) ?? undefined) : byKey.get(`${prefix}${key}`);
    return { recall, remember: keep };
  }, [byKey, here, keep, prefix]);
}
