import { type FormEvent, type ReactNode, useId, useState } from "react";
import { noteReminded } from "../../../db/study/reminded.ts";
import { paths } from "../../../domain/paths.ts";
import type { PushDevice, ReminderChannel, Reminders } from "../../../domain/study/reminders.ts";
import {
  currentPush,
  type PushSupport,
  pushSupport,
  subscribeToPush,
} from "../../../platform/device/push.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { TextLink } from "../../../ui/TextLink.tsx";
import { saveReminders } from "./api.ts";

type Choice = ReminderChannel | "calendar";
type Props = {
  saved: Reminders;
  planStart: string | null;
  timeZone: string;
  calendar: ReactNode;
  onSaved: (reminders: Reminders) => void;
};

const OFFLINE = "You are offline. You need a connection to change your reminders.";
const BROKEN = "Your reminders could not be saved. Please try again in a moment.";
const REFUSED = "Your browser did not allow notifications, so nothing was changed.";
const NO_SUBSCRIPTION =
  "Your browser could not turn notifications on. Check your connection, or choose another kind of reminder.";
const DEFAULT_MINUTE = 19 * 60;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 60);
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Chooses how and when to be reminded. The browser's own question comes only after the learner has pressed Save. */
export function ReminderForm({ saved, planStart, timeZone, calendar, onSaved }: Props) {
  const [choice, setChoice] = useState<Choice>(saved.channel);
  const [minute, setMinute] = useState(saved.minute ?? DEFAULT_MINUTE);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const headingId = useId();
  const support = saved.publicKey === null ? "unsupported" : pushSupport();
  const channel: ReminderChannel = choice === "calendar" ? "none" : choice;

  async function save(): Promise<string | null> {
    let device: PushDevice | undefined;
    if (channel === "push" && saved.publicKey !== null) {
      const subscribed = await subscribeToPush(saved.publicKey).catch((error: unknown) => {
        console.warn("The browser did not subscribe to notifications", error);
        return NO_SUBSCRIPTION;
      });
      if (typeof subscribed === "string") return subscribed;
      if (!subscribed) return REFUSED;
      device = subscribed;
    }
    const reply = await saveReminders({ channel, minute, timeZone, planStart }, device);
    if (!reply.ok) return reply.kind === "offline" ? OFFLINE : (reply.message ?? BROKEN);
    if (channel !== "push") await (await currentPush())?.unsubscribe();
    await noteReminded(channel === "none" ? null : { planStart, timeZone: reply.data.timeZone ?? timeZone });
    onSaved(reply.data);
    toast({ title: channel === "none" ? "Reminders are off" : `You will be reminded at ${clock(minute)}` });
    return null;
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsBusy(true);
    setFailure(null);
    save()
      .catch((error: unknown) => {
        console.error("The reminders could not be saved", error);
        return BROKEN;
      })
      .then(setFailure)
      .finally(() => setIsBusy(false));
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby={headingId}
      className="flex flex-col items-start gap-6"
    >
      <p id={headingId}>
        A reminder names your next lesson, the step where you stopped and how long the rest takes. It says
        nothing else about you. You get at most one a day: none on days with nothing to do, none when you have
        already studied, and none after two weeks without studying.
      </p>
      <RadioGroup<Choice>
        legend="How would you like to be reminded?"
        value={choice}
        onChange={setChoice}
        options={[
          { value: "none", label: "No reminders", hint: "On none of your devices." },
          {
            value: "push",
            label: "Notification on this device",
            hint: pushHint(support, saved),
            disabled: support !== "ready",
          },
          {
            value: "email",
            label: "Email",
            hint: saved.isAddressProven ? (
              "Each email has a link that turns them off."
            ) : (
              <>
                Please confirm your email address first, in{" "}
                <TextLink to={paths.account()}>your account</TextLink>.
              </>
            ),
            disabled: !saved.isAddressProven,
          },
          { value: "calendar", label: "Your own calendar", hint: "A file with every step. We send nothing." },
        ]}
      />
      {choice === "calendar" && calendar}
      {channel !== "none" && (
        <Field
          label="Time"
          hint={`In your time zone, ${timeZone.replaceAll("_", " ").replace(/^(?=[+-])/, "UTC")}.`}
          className="w-72 max-w-full"
        >
          {({ required: _, ...control }) => (
            <Select {...control} value={minute} onChange={(event) => setMinute(Number(event.target.value))}>
              {[...new Set([...HOURS, minute])]
                .sort((a, b) => a - b)
                .map((each) => (
                  <option key={each} value={each}>
                    {clock(each)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      )}
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      {(choice !== "calendar" || saved.channel !== "none") && (
        <Button type="submit" variant="secondary" busy={isBusy}>
          {choice === "calendar" ? "Turn the other reminders off" : "Save reminders"}
        </Button>
      )}
    </form>
  );
}

function pushHint(support: PushSupport, { publicKey, channel, devices, isThisDevice }: Reminders): string {
  if (publicKey === null) return "Not available here.";
  switch (support) {
    case "needsInstall":
      return "On iPhone and iPad this needs the app on your home screen: tap Share, then “Add to Home Screen”, open it there and sign in.";
    case "unsupported":
      return "This browser cannot show notifications.";
    case "denied":
      return "You have blocked notifications from this site. Allow them in your browser’s settings for this site, then reload the page.";
    case "ready":
      if (channel !== "push")
        return "Your browser asks you first. Each one has a button that turns them off.";
      return `${onWhich(devices, isThisDevice)} Signing out turns them off on this device.`;
  }
}

function onWhich(devices: number, isThisDevice: boolean): string {
  const others = devices - (isThisDevice ? 1 : 0);
  const elsewhere = others === 1 ? "one other device" : `${others} other devices`;
  if (isThisDevice) return others > 0 ? `Turned on here and on ${elsewhere}.` : "Turned on here.";
  return `Turned on for ${elsewhere}. Save to add this one.`;
}
