import { useEffect, useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { stopRemindersReplySchema } from "../../../domain/study/reminders.ts";
import {
  openStepWords,
  optionalReminderStep,
  type ReminderStep,
  reminderStepPath,
  reminderText,
} from "../../../domain/study/reminderText.ts";
import { currentPush } from "../../../platform/device/push.ts";
import { endPush } from "../../../platform/device/pushDevice.ts";
import { callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { AuthFrame, LinkMissing } from "../AuthFrame.tsx";

const OFFLINE = "You are offline. You need a connection to turn the emails off.";
const BROKEN = "That did not work. Please try again in a moment.";

/**
 * Opened by an email of the study plan, with a key, or by a notification in a browser that shows no buttons in it, with
 * the step if it has one. Turns the reminders off in one press, without a sign-in.
 */
export default function ReminderPage() {
  const fragment = useFragmentOnce();
  const asked = new URLSearchParams(fragment.replace(/^#/, ""));
  const key = asked.get("key");
  const next = stepIn(asked);
  const [state, setState] = useState<"asking" | "busy" | "off" | "gone">("asking");
  const [failure, setFailure] = useState<string | null>(null);

  async function turnOff(): Promise<void> {
    setState("busy");
    setFailure(null);
    if (key === null) {
      await endPush(await currentPush());
      return setState("off");
    }
    const reply = await callFunction("stop-reminders", { key }, stopRemindersReplySchema);
    if (reply.ok) return setState("off");
    if (reply.code === "not_found" || reply.code === "bad_request") return setState("gone");
    setFailure(reply.kind === "offline" ? OFFLINE : (reply.message ?? BROKEN));
    setState("asking");
  }
  const press = () => {
    turnOff().catch((error: unknown) => {
      console.error("Reminders could not be turned off", error);
      setFailure(BROKEN);
      setState("asking");
    });
  };

  if (fragment === "")
    return (
      <LinkMissing>
        <ChooseAgain />
      </LinkMissing>
    );
  if (state === "off" || state === "gone") return <Result isGone={state === "gone"} isEmail={key !== null} />;
  return (
    <AuthFrame
      title={next ? "Your next step" : "Turn reminders off?"}
      intro={
        <p>
          {next
            ? `${reminderText(next)}.`
            : "You will get no more reminders of your study plan. Your lessons and your progress stay as they are."}
        </p>
      }
    >
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      {next && (
        <LinkButton to={reminderStepPath(next)} size="large">
          {openStepWords(next)}
        </LinkButton>
      )}
      <Button
        size={next ? "medium" : "large"}
        variant={next ? "secondary" : "primary"}
        busy={state === "busy"}
        onClick={press}
      >
        Turn reminders off
      </Button>
    </AuthFrame>
  );
}

function stepIn(asked: URLSearchParams): ReminderStep | null {
  const step = asked.get("step");
  return optionalReminderStep({
    capstone: asked.has("capstone"),
    lab: asked.get("lab"),
    review: asked.get("review"),
    lessonId: asked.get("lesson"),
    step: step ? Number(step) : null,
    minutes: asked.has("minutes") ? Number(asked.get("minutes")) : null,
  });
}

function Result({ isGone, isEmail }: { isGone: boolean; isEmail: boolean }) {
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame
      title={isGone ? "This link no longer works" : "Reminders are off"}
      intro={
        <p>
          {isGone
            ? "Your account may have been deleted, or the link is incomplete."
            : isEmail
              ? "You will get no more reminders by email."
              : "This device will show no more reminders."}
        </p>
      }
    >
      <ChooseAgain />
    </AuthFrame>
  );
}

function ChooseAgain() {
  return (
    <>
      <p>You can choose again at any time, under “Reminders” in My Learning.</p>
      <LinkButton to={paths.dashboard()} className="self-start">
        My Learning
      </LinkButton>
    </>
  );
}
