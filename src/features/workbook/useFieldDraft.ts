import { useCallback, useEffect, useRef, useState } from "react";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import { MAX_FIELD_CHARACTERS } from "../../entities/workbookField/workbookField.ts";

/** The most typing that can be lost if the tab crashes. */
const SAVE_AFTER_MS = 500;
/** The pause in typing after which "saved" is announced. */
const QUIET_MS = 1_000;

export type Saving = "untouched" | "typing" | "saved" | "full" | "failed";

export type FieldDraft = {
  /** The value of the control. */
  value: string;
  saving: Saving;
  change: (value: string) => void;
  /** Saves pending text immediately, even after a failed attempt. */
  flush: () => void;
  leave: () => void;
};

/**
 * The text being typed into one field. It is saved within half a second, and immediately when the field is left or the
 * page is hidden. While the field is not being edited, it shows the stored value, whichever tab or device wrote it.
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

  // A tab may run no more code once it is hidden or closed.
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", hide);
    // Runs before the database is closed on page exit (src/db/store/leaving.ts).
    window.addEventListener("pagehide", flush, { capture: true });
    const { current } = timers;
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", flush, { capture: true });
      window.clearTimeout(current.quiet);
      flush();
    };
  }, [flush]);

  // Text from another tab or device appears once this field is no longer being edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the stored text changes
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

/** Only the beginning is stored. The control keeps the whole text, so that the learner can shorten it. */
function isTooLong(typed: string | null): boolean {
  return typed !== null && [...typed].length > MAX_FIELD_CHARACTERS;
}
