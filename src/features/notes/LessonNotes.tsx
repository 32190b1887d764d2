import type { RefObject } from "react";
import { useNotes } from "../../db/notes.ts";
import type { LessonPack } from "../../domain/pack.ts";
import { NotesOnText } from "./NotesOnText.tsx";
import { useTextIndex } from "./useTextIndex.ts";

type Props = {
  /** The element with the lesson's text. */
  text: RefObject<HTMLElement | null>;
  pack: LessonPack;
  lessonVersion: number;
};

/** The learner's notes and highlights in the open lesson. */
export default function LessonNotes({ text, pack, lessonVersion }: Props) {
  const stored = useNotes(pack.lessonId);
  const index = useTextIndex(text, pack.html);
  if (stored.status === "loading" || !index) return null;
  return (
    <NotesOnText index={index} notes={stored.notes} lessonId={pack.lessonId} lessonVersion={lessonVersion} />
  );
}
