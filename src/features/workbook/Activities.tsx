import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { LessonId } from "../../domain/ids.ts";
import type { Island } from "../../domain/island.ts";
import { useFields } from "./fields.ts";
import { IslandContent } from "./IslandContent.tsx";
import { useMemory } from "./memory.ts";
import { TermDialog } from "./TermDialog.tsx";
import { useFolds } from "./useFolds.ts";
import { type Term, useTermLinks } from "./useTermLinks.ts";

type Props = {
  /** The compiled text, with an empty element for each island. */
  page: HTMLElement;
  lessonId: LessonId;
  /** The id of the sheet, if the text is a sheet and not a lesson. */
  sheet?: string | undefined;
  islands: readonly Island[];
  /** Definitions for the text's links to terms. */
  terms: readonly Term[];
};

/** The interactive parts of a text: fields, exercises, folds that stay open, and definitions of terms. */
export function Activities({ page, lessonId, sheet, islands, terms }: Props) {
  const fields = useFields();
  const memory = useMemory(lessonId, sheet);
  useFolds(page, memory);
  const { shown, close } = useTermLinks(page, terms);
  return (
    <>
      {fields.status === "ready" &&
        memory &&
        islands.map((island) => (
          <InPlace key={island.id} page={page} id={island.id}>
            <IslandContent island={island} fields={fields} memory={memory} />
          </InPlace>
        ))}
      {shown.term && <TermDialog term={shown.term} open={shown.isOpen} onClose={close} />}
    </>
  );
}

function InPlace({ page, id, children }: { page: HTMLElement; id: string; children: ReactNode }) {
  const place = page.querySelector(`[data-island="${CSS.escape(id)}"]`);
  return place && createPortal(children, place);
}
