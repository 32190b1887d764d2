import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type * as z from "zod/mini";
import { mailPaths } from "../../../domain/mailPaths.ts";
import { PASSWORD_HINT, paddingHint } from "../../../domain/password.ts";
import { paths } from "../../../domain/paths.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import {
  endEverySession,
  replacePassword,
  requestEmailChange,
  signOutOthers,
  WRONG_PASSWORD,
} from "../../../platform/account/accountActions.ts";
import { isAddressProven, requestAddressLink } from "../../../platform/account/address.ts";
import { useReconnections } from "../../../platform/device/offlineHint.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { STILL_SIGNED_IN } from "../../../platform/session/authMessages.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { PasswordInput } from "../../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { TextLink } from "../../../ui/TextLink.tsx";
import { FormMessage } from "../AccountSection.tsx";
import { emailSchema, passwordSchema } from "../accountForms.ts";

type Props = { email: string; newEmail: string | null };

/** The sign-in settings: email address, password and other devices. */
export function SigningIn({ email, newEmail }: Props) {
  return (
    <>
      <ConfirmAddress email={email} />
      <EmailForm email={email} newEmail={newEmail} />
      <PasswordForm email={email} />
      <OtherDevices />
    </>
  );
}

const OFFLINE = "You are offline. You need a connection to send the link.";
const BROKEN = "The link could not be sent. Please try again in a moment.";

/**
 * Shown while the account's email address is unverified: explains why that matters and sends the confirmation email.
 */
function ConfirmAddress({ email }: { email: string }) {
  const reconnections = useReconnections();
  const [isProven, setIsProven] = useState<boolean | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ done?: string; failure?: string }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => {
    let isCurrent = true;
    isAddressProven().then((proven) => {
      if (isCurrent) setIsProven(proven);
    });
    return () => {
      isCurrent = false;
    };
  }, [reconnections]);
  if (isProven !== false) return null;
  const send = async () => {
    setIsBusy(true);
    const reply = await requestAddressLink();
    setIsBusy(false);
    if (reply.ok)
      setOutcome({ done: `A link is on its way to ${readableEmail(email)}. Open it in this browser.` });
    else setOutcome({ failure: reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN) });
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner
        tone="highlight"
        title="Your email address is not confirmed"
        action={
          <Button busy={isBusy} onClick={send}>
            Send me the link
          </Button>
        }
      >
        Confirm that it is yours. Courses you buy without signing in are then added to this account, and
        nobody else can take over the account through this address.
      </Banner>
      <FormMessage done={outcome.done ?? null} failure={outcome.failure} />
    </div>
  );
}

type Asked = z.infer<typeof emailSchema>;

/** Changes the sign-in email address. The change takes effect once both addresses have confirmed it by email. */
function EmailForm({ email, newEmail }: { email: string; newEmail: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm<Asked>({
    resolver: zodResolver(emailSchema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const waiting = sentTo ?? newEmail;
  const submit = handleSubmit(async (asked) => {
    const outcome = await requestEmailChange(asked.email);
    if (!outcome.ok) return setError("root", { message: outcome.message });
    reset();
    setSentTo(asked.email);
  });
  return (
    <form noValidate onSubmit={submit} aria-labelledby="email-title" className="flex flex-col gap-4">
      <h3 id="email-title">Email address</h3>
      <p className="wrap-anywhere">
        You sign in with <strong translate="no">{readableEmail(email)}</strong>.
      </p>
      <div role="status" className="empty:hidden">
        {waiting && (
          <Banner title={`Change to ${readableEmail(waiting)}: waiting for confirmation from both addresses`}>
            We have sent an email to each of them. Open the link in both; until then nothing will change.
          </Banner>
        )}
      </div>
      <Field label="New email address" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="email" />}
      </Field>
      <FormMessage failure={errors.root?.message} />
      <Button type="submit" variant="secondary" busy={isSubmitting} className="self-start">
        {isSubmitting ? "Sending…" : "Change email address"}
      </Button>
    </form>
  );
}

type Passwords = z.infer<typeof passwordSchema>;
const EMPTY: Passwords = { current: "", next: "" };

/** Changes the password of a learner who knows the current one. */
function PasswordForm({ email }: { email: string }) {
  const [isDone, setIsDone] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<Passwords>({
    resolver: zodResolver(passwordSchema),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ current, next }) => {
    setIsDone(false);
    const outcome = await replacePassword(email, current, next);
    if (outcome.ok) {
      reset(EMPTY);
      setIsDone(true);
    } else if (outcome.message === WRONG_PASSWORD) {
      setError("current", { message: [WRONG_PASSWORD, paddingHint(current)].filter(Boolean).join(" ") });
    } else setError("root", { message: outcome.message });
  });
  return (
    <form noValidate onSubmit={submit} aria-labelledby="password-title" className="flex flex-col gap-4">
      <h3 id="password-title">Password</h3>
      {/* Identifies the account for password managers, which save the new password with it. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Current password" error={errors.current?.message}>
          {(control) => (
            <PasswordInput {...control} {...register("current")} autoComplete="current-password" />
          )}
        </Field>
        <Field label="New password" error={errors.next?.message}>
          {(control) => <PasswordInput {...control} {...register("next")} autoComplete="new-password" />}
        </Field>
      </div>
      <p className="text-base text-muted">
        {PASSWORD_HINT} You will have to sign in again on your other devices.
      </p>
      <p>
        <TextLink to={mailPaths.forgottenPassword()}>
          Forgotten your password, or never set one? Set one by email
        </TextLink>
      </p>
      <FormMessage done={isDone ? "Your new password is set" : null} failure={errors.root?.message} />
      <Button type="submit" variant="secondary" busy={isSubmitting} className="self-start">
        {isSubmitting ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}

/** Signs out of other devices, such as a lost phone or a computer at work. */
function OtherDevices() {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"others" | "everywhere" | null>(null);
  const [outcome, setOutcome] = useState<{ done?: string; failure?: string }>({});

  const leaveOthers = async () => {
    setBusy("others");
    const left = await signOutOthers();
    setOutcome(left.ok ? { done: "You are signed in on this device only" } : { failure: left.message });
    setBusy(null);
  };
  const leaveEverywhere = async () => {
    setBusy("everywhere");
    const left = await endEverySession();
    if (left.ok) {
      if (await signOut()) return navigate(paths.auth(), { replace: true });
      toast(STILL_SIGNED_IN);
    } else setOutcome({ failure: left.message });
    setBusy(null);
  };
  return (
    <div className="flex flex-col gap-4">
      <h3>Other devices</h3>
      <p>
        Signs you out on lost or shared devices. An active session may last up to an hour longer. Data on
        those devices stays hidden until you sign in there again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy === "others"} disabled={busy !== null} onClick={leaveOthers}>
          Sign out other devices
        </Button>
        <Button
          variant="secondary"
          busy={busy === "everywhere"}
          disabled={busy !== null}
          onClick={leaveEverywhere}
        >
          Sign out everywhere
        </Button>
      </div>
      <FormMessage done={outcome.done ?? null} failure={outcome.failure} />
    </div>
  );
}
