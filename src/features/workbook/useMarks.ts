import { useState } from "react";
import { StorageFailure } from "../../db/storageFailure.ts";
import { dismissFailures, toast } from "../../ui/toast.ts";

const TOAST_CAUSE = "marks";

/** A mark chosen here, and the stored mark at that time. */
type Chosen = { fieldId: string; marks: string; over: string };
type Marks = { markOf: (fieldId: string) => string; mark: (fieldId: string, marks: string) => void };

/** A chosen mark shows immediately, and until the stored mark differs from what it was then. */
export function useMarks(
  answerTo: (fieldId: string) => string,
  write: (fieldId: string, marks: string) => Promise<void>,
): Marks {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const waiting = chosen.filter(({ fieldId, over }) => answerTo(fieldId) === over);
  if (waiting.length < chosen.length) setChosen(waiting);
  const without = (fieldId: string) => (all: readonly Chosen[]) =>
    all.filter((each) => each.fieldId !== fieldId);

  function mark(fieldId: string, marks: string): void {
    setChosen((before) => [...without(fieldId)(before), { fieldId, marks, over: answerTo(fieldId) }]);
    const saved = () => dismissFailures(TOAST_CAUSE);
    write(fieldId, marks).then(saved, (error: unknown) => {
      if (!(error instanceof StorageFailure)) throw error;
      console.error("Failed to save marks", error);
      setChosen(without(fieldId));
      toast({
        title: "Error",
        description: "Your marks were not saved. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    });
  }

  return {
    mark,
    markOf: (fieldId) => waiting.find((each) => each.fieldId === fieldId)?.marks ?? answerTo(fieldId),
  };
}
