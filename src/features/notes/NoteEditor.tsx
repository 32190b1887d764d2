import { useCallback, useEffect, useRef, useState } from "react";
import { remember, useRemembered } from "../../db/study/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";
import { once } from "../../domain/once.ts";
import {
  MAX_NOTE_CHARACTERS,
  NOTE_COLOURS,
  type NoteColour,
  type NoteContent,
} from "../../entities/note/note.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { RadioGroup } from "../../ui/form/RadioGroup.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { focusFirst } from "../../ui/overlay/useModal.ts";
import { COLOUR_NAMES } from "./noteWords.ts";
import { Quote } from "./Quote.tsx";

type Props = {
  lessonId: LessonId;
  /** Distinguishes this draft from those of other notes. */
  name: string;
  content: NoteContent;
  /** Resolves to whether the note was saved. */
  onSave: (content: NoteContent) => Promise<boolean>;
  onClose: () => void;
};

/** Edits one note. Restores text that was typed here before but not saved. */
export function NoteEditor(props: Props) {
  const remembered = useRemembered(props.lessonId);
  if (remembered.status === "loading") return null;
  return <OpenEditor {...props} typed={remembered.byKey.get(draftKey(props.name))} />;
}

const COUNT = once(() => new Intl.NumberFormat("en-GB"));

function OpenEditor({
  lessonId,
  name,
  content,
  typed,
  onSave,
  onClose,
}: Props & { typed: string | undefined }) {
  const { text, change, settle } = useNoteDraft(lessonId, draftKey(name), typed ?? content.body);
  const [colour, setColour] = useState<NoteColour | null>(content.colour);
  const [isSaving, setIsSaving] = useState(false);
  const count = [...text].length;
  const body = text.trim();
  const isTooLong = count > MAX_NOTE_CHARACTERS;
  const limit = `${COUNT().format(count)} of ${COUNT().format(MAX_NOTE_CHARACTERS)} characters. Please shorten it.`;

  async function save(): Promise<void> {
    setIsSaving(true);
    const isKept = await onSave({ anchor: content.anchor, colour, body });
    setIsSaving(false);
    if (!isKept) return;
    settle();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={content.anchor ? "Note on selected text" : "Note on this lesson"}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              settle();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button
            busy={isSaving}
            disabled={isTooLong || (body === "" && !content.anchor)}
            onClick={() => void save()}
          >
            Save note
          </Button>
        </>
      }
    >
      {content.anchor && <Quote words={content.anchor.quote} colour={colour} />}
      <Field label="Note" optional={content.anchor !== null} error={isTooLong ? limit : undefined}>
        {({ required: _, ...control }) => (
          <TextArea
            {...control}
            ref={focusFirst}
            dir="auto"
            rows={5}
            value={text}
            readOnly={isSaving}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      {content.anchor && (
        <RadioGroup
          legend="Colour"
          look="chips"
          value={colour}
          onChange={setColour}
          options={NOTE_COLOURS.map((each) => ({ value: each, label: COLOUR_NAMES[each] }))}
        />
      )}
    </Dialog>
  );
}

/** The most typing that can be lost if the tab crashes. */
const KEEP_AFTER_MS = 500;

/**
 * The text being typed into a note. The device stores it until `settle` is called, so that closing the tab loses none
 * of it.
 */
function useNoteDraft(lessonId: LessonId, key: string, start: string) {
  const [text, setText] = useState(start);
  const waiting = useRef<string | null>(null);
  const timer = useRef(0);

  const keep = useCallback(
    (value: string | null) => {
      window.clearTimeout(timer.current);
      waiting.current = null;
      remember(lessonId, key, value).catch((error: unknown) =>
        console.warn("The note draft could not be saved", error),
      );
    },
    [lessonId, key],
  );

  // A tab may run no more code once it is hidden or closed.
  useEffect(() => {
    const flush = () => {
      if (waiting.current !== null) keep(waiting.current);
    };
    const onHide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", onHide);
    // Runs before the database is closed on page exit (src/db/store/leaving.ts).
    window.addEventListener("pagehide", flush, { capture: true });
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", flush, { capture: true });
      flush();
    };
  }, [keep]);

  return {
    text,
    change(value: string) {
      setText(value);
      waiting.current = value;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => keep(value), KEEP_AFTER_MS);
    },
    /** Call this when the draft has been saved or discarded. */
    settle: () => keep(null),
  };
}

/** The name of the draft for a new note on the whole lesson. */
export const NEW_NOTE = "new";

const PREFIX = "note:";

/** The key under which the device stores the unsaved draft of a note. */
const draftKey = (noteId: string) => PREFIX + noteId;

/** The ids of the lesson's notes that have an unsaved draft. */
export function useDrafts(lessonId: LessonId): ReadonlySet<string> {
  const remembered = useRemembered(lessonId);
  if (remembered.status === "loading") return new Set();
  const keys = [...remembered.byKey.keys()].filter((key) => key.startsWith(PREFIX));
  return new Set(keys.map((key) => key.slice(PREFIX.length)));
}
