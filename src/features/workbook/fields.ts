import { useSyncExternalStore } from "react";
import { useWorkbook, writeWorkbookField } from "../../db/synced/workbook.ts";
import { createStore } from "../../domain/store.ts";
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
const writeTyped = async (fieldId: string, value: string) => typed(fieldId, value);

/** The workbook answers of the learner, or of a visitor in this tab. */
export function useFields(): Fields {
  const { state } = useAuth();
  const workbook = useWorkbook();
  const here = useSyncExternalStore(values.subscribe, values.get);
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

/** The texts that a visitor typed in this tab. They are never stored, so a reload loses them. */
const values = createStore<ReadonlyMap<string, string>>(new Map());

function typed(fieldId: string, value: string): void {
  values.set(new Map(values.get()).set(fieldId, value));
}
