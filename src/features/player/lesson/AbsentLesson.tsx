import { useCallback, useEffect, useState } from "react";
import { askForDownload } from "../../../db/lessons/downloads.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { syncNow } from "../../../sync/syncOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";

type Props = { lessonId: LessonId; signedIn: boolean };

/**
 * Shown instead of a lesson whose text is not on this device: tries once to download it, then explains why it is
 * missing. A lesson that the learner removed or postponed is downloaded only on request.
 */
export default function AbsentLesson({ lessonId, signedIn }: Props) {
  const { looking, look } = useLook();

  async function ask(): Promise<void> {
    try {
      if (signedIn) await askForDownload(lessonId);
    } catch (error) {
      console.warn("The lesson request could not be recorded", error);
    }
    await look();
  }

  if (looking) return <Spinner label="Looking for the lesson…" />;
  return (
    <EmptyState
      title="Not on this device yet"
      seed="absent"
      action={<Button onClick={() => void ask()}>Get this lesson</Button>}
    >
      <p>
        Lessons download to this device while you are online, so you can read them offline. A lesson you
        removed downloads again when you ask for it.
      </p>
    </EmptyState>
  );
}

/**
 * Shown instead of a lab or a sheet that is not in the lessons on this device. Looks for it once before saying so,
 * because its lesson may be on the way to a new device or to a visitor.
 */
export function AbsentPage({ thing }: { thing: "lab" | "sheet" }) {
  if (useLook().looking) return <Spinner label={`Looking for the ${thing}…`} />;
  return (
    <div className="page py-8">
      <EmptyState
        title={`This ${thing} is not on this device`}
        seed={thing}
        action={<LinkButton to={paths.course()}>Open the course</LinkButton>}
      >
        <p>
          {thing === "lab" ? "Labs" : "Sheets"} come with the lessons of your plan, which download while you
          are online.
        </p>
      </EmptyState>
    </div>
  );
}

/** What a sync has stored reaches the page a moment later. */
const DELIVERY_MS = 300;

/** Syncs once, and again for each `look`. */
function useLook() {
  const [looking, setLooking] = useState(true);
  const look = useCallback(async () => {
    setLooking(true);
    try {
      await syncNow();
    } catch (error) {
      console.warn("The sync could not be loaded", error);
    }
    setTimeout(() => setLooking(false), DELIVERY_MS);
  }, []);
  useEffect(() => void look(), [look]);
  return { looking, look };
}
