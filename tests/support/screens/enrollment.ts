import { act } from "@testing-library/react";
import type { LearnerDb } from "../../../src/db/store/learnerDb.ts";
import { onStoreSignal } from "../../../src/db/store/signals.ts";

/** Resolves when a component has read the stored enrolment and requests it from the server. */
export function askedForEnrollment(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onStoreSignal((signal) => {
      if (signal !== "enrollmentWanted") return;
      stop();
      resolve();
    });
  });
}

/** Waits until the screens have read their data: queues more reads behind theirs than any screen makes in a row. */
export async function untilStoreIsRead(db: LearnerDb): Promise<void> {
  const READS_IN_A_ROW = 5;
  for (let read = 0; read < READS_IN_A_ROW; read += 1) await act(() => db.meta.toArray());
}
