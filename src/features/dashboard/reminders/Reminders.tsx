import { type ReactNode, useEffect, useState } from "react";
import { noteReminded, readReminded } from "../../../db/study/reminded.ts";
import type { Reminders as Saved } from "../../../domain/study/reminders.ts";
import { offsetZone, presentZone } from "../../../domain/study/timeZones.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { StudyPlanFacts } from "../useStudyPlan.ts";
import { readReminders, saveReminders } from "./api.ts";
import { ReminderForm } from "./ReminderForm.tsx";

type Props = {
  plan: StudyPlanFacts;
  /** The choice of those who want no reminders from us. */
  calendar: ReactNode;
};
type State = "closed" | "loading" | "offline" | "failed" | Saved;

/**
 * How the learner is reminded of the plan, collapsed by default. The settings are stored in the account, because the
 * server sends the reminders, so they need a connection.
 */
export default function Reminders({ plan, calendar }: Props) {
  const [state, setState] = useState<State>("closed");
  const timeZone = presentZone();
  useCurrentPlan(plan.start, timeZone);

  async function load(): Promise<void> {
    setState("loading");
    const reply = await readReminders();
    setState(reply.ok ? reply.data : reply.kind === "offline" ? "offline" : "failed");
  }
  const open = () => {
    load().catch((error: unknown) => {
      console.error("The reminder settings could not be loaded", error);
      setState("failed");
    });
  };

  return (
    <Disclosure
      summary="Reminders"
      onToggle={({ currentTarget }) => currentTarget.open && typeof state === "string" && open()}
    >
      {/* While it is closed, a spinner would say that the page is waiting. */}
      {state === "closed" ? null : state === "loading" ? (
        <Spinner label="Loading your reminders…" />
      ) : typeof state === "string" ? (
        <div className="flex flex-col gap-6">
          <Banner
            role="status"
            tone="highlight"
            title={state === "offline" ? "You are offline" : "Your reminders could not be loaded"}
            action={<Button onClick={open}>Try again</Button>}
          >
            Reminders are sent by the server, so you need a connection to change them. The calendar file works
            without one.
          </Banner>
          {calendar}
        </div>
      ) : (
        <ReminderForm
          saved={state}
          planStart={plan.start}
          timeZone={timeZone}
          calendar={calendar}
          onSaved={setState}
        />
      )}
    </Disclosure>
  );
}

/**
 * Tells the server when the plan has moved or the device is in another time zone, if the learner has turned reminders
 * on from this device.
 */
function useCurrentPlan(planStart: string | null, timeZone: string): void {
  useEffect(() => {
    tellChanges({ planStart, timeZone }).catch((error: unknown) =>
      console.info("The reminders will be updated later", error),
    );
  }, [planStart, timeZone]);
}

async function tellChanges(now: { planStart: string | null; timeZone: string }): Promise<void> {
  const told = await readReminded();
  // The server has the offset if it does not know the name.
  const isSameZone = [now.timeZone, offsetZone(Date.now())].includes(told?.timeZone ?? "");
  if (!told || (told.planStart === now.planStart && isSameZone)) return;
  // Another device may have turned them off.
  const current = await readReminders();
  if (!current.ok) return;
  const { channel, minute } = current.data;
  if (channel === "none" || minute === null) return noteReminded(null);
  const reply = await saveReminders({ channel, minute, ...now });
  if (reply.ok) await noteReminded({ ...now, timeZone: reply.data.timeZone ?? now.timeZone });
}
