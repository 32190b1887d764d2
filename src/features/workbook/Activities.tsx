import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Island, WorkbookIsland } from "../../domain/course/island.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { termSlug } from "../../domain/text/terms.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { AskField } from "./AskField.tsx";
import { type AnswersIn, type Fields, type Memory, useAnswersIn, useFields, useMemory } from "./fields.ts";
import { LabField, type LabSlot } from "./LabField.tsx";
import { SelfMarking } from "./SelfMarking.tsx";
import { SortExercise } from "./SortExercise.tsx";
import { WorkbookField } from "./WorkbookField.tsx";

type Props = {
  /** The compiled text, with an element for each island (placeholder, renderBody.ts). */
  page: HTMLElement;
  lessonId: LessonId;
  /** The id of the sheet, if the text is a sheet and not a lesson. */
  sheet?: string | undefined;
  islands: readonly Island[];
  /** Definitions for the text's links to terms. */
  terms: readonly Term[];
  /** Runs the lab, on the page of one. */
  lab?: LabSlot | undefined;
};

/** The interactive parts of a text: fields, exercises, disclosures that stay open, and definitions of terms. */
export function Activities({ page, lessonId, sheet, islands, terms, lab }: Props) {
  const fields = useFields();
  const memory = useMemory(lessonId, sheet);
  const answers = useAnswersIn(lessonId);
  useFolds(page, memory);
  const { shown, close } = useTermLinks(page, terms);
  return (
    <>
      {fields.status === "ready" &&
        answers &&
        islands.map((island) => (
          <InPlace key={island.id} page={page} id={island.id}>
            <IslandContent island={island} fields={fields} answers={answers} lab={lab} />
          </InPlace>
        ))}
      {shown.term && <TermDialog term={shown.term} open={shown.isOpen} onClose={close} />}
    </>
  );
}

function InPlace({ page, id, children }: { page: HTMLElement; id: string; children: ReactNode }) {
  const place = page.querySelector(`[data-island="${CSS.escape(id)}"]`);
  // Removes the field's shape in the same frame in which the field appears.
  useLayoutEffect(() => place?.querySelector(":scope > [data-shape]")?.remove(), [place]);
  return place && createPortal(children, place);
}

type TermDialogProps = { term: Term; open: boolean; onClose: () => void };

/** The dialog stays mounted when it is closed, because removing an open dialog would lose the focus. */
function TermDialog({ term: { term, definition }, open, onClose }: TermDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={term}
      footer={
        <>
          <LinkButton variant="quiet" to={paths.glossary(termSlug(term))}>
            Open the glossary
          </LinkButton>
          <Button onClick={onClose}>Back to the text</Button>
        </>
      }
    >
      <p>{definition}</p>
    </Dialog>
  );
}

const OPEN = "open";

/** Restores the disclosures that were open, and stores the state when the learner opens or closes one. */
function useFolds(page: HTMLElement, memory: Memory | null): void {
  const latest = useRef(memory);
  latest.current = memory;
  const isReady = memory !== null;

  useEffect(() => {
    if (!isReady) return undefined;
    for (const fold of page.querySelectorAll<HTMLDetailsElement>("details[data-fold]")) {
      if (latest.current?.recall(keyOf(fold)) === OPEN) fold.open = true;
    }
    const follow = ({ target }: Event) => {
      if (!(target instanceof HTMLDetailsElement) || !target.dataset.fold) return;
      const isRemembered = latest.current?.recall(keyOf(target)) === OPEN;
      if (isRemembered !== target.open) latest.current?.remember(keyOf(target), target.open ? OPEN : null);
    };
    // `toggle` does not bubble.
    page.addEventListener("toggle", follow, { capture: true });
    return () => page.removeEventListener("toggle", follow, { capture: true });
  }, [page, isReady]);
}

function keyOf(fold: HTMLDetailsElement): string {
  return fold.dataset.fold ?? "";
}

type Term = { term: string; definition: string };

/** `term` is the one whose link was pressed last. */
type ShownTerm = { term: Term | null; isOpen: boolean };

/**
 * The term whose link was pressed, and whether its dialog is open. A click that opens a new tab leads to the glossary
 * as usual.
 */
function useTermLinks(page: HTMLElement, terms: readonly Term[]): { shown: ShownTerm; close: () => void } {
  const [shown, setShown] = useState<ShownTerm>({ term: null, isOpen: false });

  useEffect(() => {
    const bySlug = new Map(terms.map((each) => [termSlug(each.term), each]));
    const show = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-term]") : null;
      const term = bySlug.get(link?.dataset.term ?? "");
      if (!term || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setShown({ term, isOpen: true });
    };
    // Runs before the page's own listener, which follows links.
    page.addEventListener("click", show, { capture: true });
    return () => page.removeEventListener("click", show, { capture: true });
  }, [page, terms]);

  return { shown, close: () => setShown((last) => ({ ...last, isOpen: false })) };
}

type IslandProps = {
  island: Island;
  fields: Extract<Fields, { status: "ready" }>;
  answers: AnswersIn;
  /** Absent on pages without a lab. */
  lab: LabSlot | undefined;
};

function IslandContent({ island, fields, answers, lab }: IslandProps) {
  const { answerTo, write, isKept } = fields;
  switch (island.kind) {
    case "sort":
      return <SortExercise island={island} answers={answers} />;
    case "ask":
      return <AskField island={island} answers={answers} />;
    case "field":
      return <WorkbookField field={island} stored={answerTo(island.id)} isKept={isKept} write={write} />;
    case "workbook":
      return <WrittenEarlier island={island} answerTo={answerTo} />;
    case "lab":
      return (
        lab && (
          <LabField
            island={island}
            stored={answerTo(island.id)}
            isKept={isKept}
            write={write}
            answerTo={answerTo}
            lab={lab}
          />
        )
      );
    case "marks":
      return <SelfMarking island={island} answerTo={answerTo} onMark={write} />;
  }
}

type WrittenEarlierProps = { island: WorkbookIsland; answerTo: (fieldId: string) => string };

/** An answer that the learner wrote elsewhere in the course, to build on. */
function WrittenEarlier({ island, answerTo }: WrittenEarlierProps) {
  return (
    <section className="block block-workbook">
      <p className="block-kind">From your workbook</p>
      <dl>
        {island.fields.map((field) => (
          <div key={field.id}>
            <dt>{field.label}</dt>
            <dd>
              {answerTo(field.id).trim() ? (
                <p className="written">{answerTo(field.id)}</p>
              ) : (
                <Empty field={field} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Empty({ field: { lessonId, sheet, lab } }: { field: WorkbookIsland["fields"][number] }) {
  const page = lab ? paths.lab(lab) : paths.course(lessonId);
  return (
    <p className="text-muted">
      <span className="print:hidden">
        Nothing here yet.{" "}
        <TextLink to={sheet ? paths.sheet(sheet) : page}>Write it in lesson {lessonId}</TextLink>
      </span>
      <span className="hidden print:inline">To be written in lesson {lessonId}.</span>
    </p>
  );
}
