import { useCallback, useEffect, useRef, useState } from "react";
import { StorageFailure } from "../../db/storageFailure.ts";
import { MAX_FIELD_CHARACTERS } from "../../domain/workbook.ts";

/** The most typing that a dying tab can lose. */
const SAVE_AFTER_MS = 500;
/** A pause in typing after which it is worth saying that all is saved. */
const QUIET_MS = 1_000;

export type Saving = "untouched" | "typing" | "saved" | "full" | "failed";

export type FieldDraft = {
  /** What the control shows. */
  value: string;
  saving: Saving;
  change: (value: string) => void;
  /** Saves at once what waits, also when an earlier try failed. */
  flush: () => void;
  leave: () => void;
};

/**
 * What is being typed into one field. It is saved at most half a second later, and at once when the field is left or
 * the page is hidden. While nobody edits it, it follows what is stored, whichever tab or device wrote that.
 */
export function useFieldDraft(stored: string, write: (value: string) => Promise<void>): FieldDraft {
  const [draft, setDraft] = useState<string | null>(null);
  const [saving, setSaving] = useState<Saving>("untouched");
  const state = useRef({ unsaved: null as string | null, isEdited: false, isOutdated: false, typedAtMs: 0 });
  const timers = useRef({ save: 0, quiet: 0 });
  const latest = useRef(write);
  latest.current = write;

  const sayQuietly = useCallback(() => {
    window.clearTimeout(timers.current.quiet);
    const left = state.current.typedAtMs + QUIET_MS - Date.now();
    const say = () => {
      if (state.current.unsaved === null) setSaving("saved");
    };
    if (left <= 0 || !state.current.isEdited) say();
    else timers.current.quiet = window.setTimeout(say, left);
  }, []);

  const flush = useCallback(() => {
    window.clearTimeout(timers.current.save);
    timers.current.save = 0;
    const { unsaved } = state.current;
    if (unsaved === null) return;
    latest.current(unsaved).then(
      () => {
        if (state.current.unsaved === unsaved) state.current.unsaved = null;
        sayQuietly();
      },
      (error: unknown) => {
        if (!(error instanceof StorageFailure)) throw error;
        setSaving(error.code === "quota" ? "full" : "failed");
      },
    );
  }, [sayQuietly]);

  // Synchronises with a tab that is hidden or closed, after which nothing runs any more.
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", hide);
    // Before the database is closed for leaving (src/db/leaving.ts).
    window.addEventListener("pagehide", flush, { capture: true });
    const { current } = timers;
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", flush, { capture: true });
      window.clearTimeout(current.quiet);
      flush();
    };
  }, [flush]);

  // Synchronises with the store: what another tab or device wrote shows as soon as nobody is editing here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stored text is the event
  useEffect(() => {
    const { isEdited, unsaved } = state.current;
    if (isEdited) state.current.isOutdated = true;
    else if (unsaved === null) setDraft((typed) => (isTooLong(typed) ? typed : null));
  }, [stored]);

  return {
    value: draft ?? stored,
    saving,
    change(value) {
      state.current = { ...state.current, unsaved: value, isEdited: true, typedAtMs: Date.now() };
      setDraft(value);
      setSaving("typing");
      if (timers.current.save === 0) timers.current.save = window.setTimeout(flush, SAVE_AFTER_MS);
    },
    flush,
    leave() {
      const { isOutdated, unsaved } = state.current;
      state.current = { ...state.current, isEdited: false, isOutdated: false };
      if (isOutdated && unsaved === null) setDraft((typed) => (isTooLong(typed) ? typed : null));
      if (unsaved === null) setSaving((now) => (now === "typing" ? "saved" : now));
      flush();
    },
  };
}

/** Only its beginning is stored: the whole stays in the control, for the learner to shorten. */
function isTooLong(typed: string | null): boolean {
  return typed !== null && [...typed].length > MAX_FIELD_CHARACTERS;
}
