import { useCallback, useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/** In the place of a lesson whose text has not reached this device: looks for it once, then says so. */
export function AbsentLesson() {
  const [looking, setLooking] = useState(true);

  const look = useCallback(async () => {
    setLooking(true);
    try {
      const { syncNow } = await import("../../sync/start.ts");
      await syncNow("a lesson is missing");
    } catch (error) {
      console.warn("The sync could not be loaded", error);
    } finally {
      setLooking(false);
    }
  }, []);

  // Synchronises with the backend: someone wants to read what is not here.
  useEffect(() => void look(), [look]);

  if (looking) return <Spinner label="Looking for the lesson…" />;
  return (
    <EmptyState
      title="Not on this device yet"
      seed="absent"
      action={<Button onClick={() => void look()}>Look again</Button>}
    >
      <p>
        Lessons come to this device while you are online, as soon as they are published, and stay for offline
        reading.
      </p>
    </EmptyState>
  );
}
