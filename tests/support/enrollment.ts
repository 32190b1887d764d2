import { act } from "@testing-library/react";
import type { LearnerDb } from "../../src/db/learnerDb.ts";
import { onStoreSignal } from "../../src/db/signals.ts";

/** Resolves once something on screen has read the remembered enrolment and asks the server about it. */
export function askedForEnrollment(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onStoreSignal((signal) => {
      if (signal !== "enrollmentWanted") return;
      stop();
      resolve();
    });
  });
}

/** Reads behind what the screens have asked of the store, more often than one of them asks in a row, so that they show it. */
export async function untilStoreIsRead(db: LearnerDb): Promise<void> {
  const READS_IN_A_ROW = 5;
  for (let read = 0; read < READS_IN_A_ROW; read += 1) await act(() => db.meta.toArray());
}
