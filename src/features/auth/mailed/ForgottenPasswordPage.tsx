import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { openByCode, type Recovery, requestRecovery } from "../../../platform/session/signing-in/recovery.ts";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { AuthFrame } from "../AuthFrame.tsx";
import { type EmailOnly, emailOnlySchema, type MailedCode, mailedCodeSchema } from "../authForms.ts";
import { RecoveredPasswordForm } from "../NewPasswordForm.tsx";

/** Sends an email with a link and a code to a user who has forgotten the password. */
export default function ForgottenPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [recovery, setRecovery] = useState<Recovery | null>(null);
  if (recovery) return <RecoveredPasswordForm recovery={recovery} />;
  if (sentTo !== null) return <MailedCodeForm email={sentTo} onOpen={setRecovery} />;
  return <AddressForm onSent={setSentTo} />;
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm<EmailOnly>({
    resolver: zodResolver(emailOnlySchema),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    const outcome = await requestRecovery(email);
    if (outcome.ok) onSent(email);
    else setError("root", { message: outcome.message });
  });
  return (
    <AuthFrame
      title="Forgot your password?"
      intro={
        <p className="text-muted">
          Enter your email address, and we will email you a link to choose a new one.
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <TextInput {...control} {...register("email")} type="email" autoComplete="username" />
          )}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? "Sending…" : "Send the email"}
        </Button>
      </form>
      <TextLink to={useSignInPath()}>Back to sign-in</TextLink>
    </AuthFrame>
  );
}

/** Uses the same wording whether or not the account exists. */
function MailedCodeForm({ email, onOpen }: { email: string; onOpen: (recovery: Recovery) => void }) {
  const { register, handleSubmit, setError, formState } = useForm<MailedCode>({
    resolver: zodResolver(mailedCodeSchema),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    const opened = await openByCode(email, code);
    if (opened.ok) onOpen(opened.recovery);
    else setError("root", { message: opened.message });
  });
  return (
    <AuthFrame
      title="Check your email"
      intro={
        <p role="status" className="wrap-anywhere">
          If there is an account for <strong translate="no">{readableEmail(email)}</strong>, an email is on
          its way. Open its link on any device, or enter its code here. If a course you bought is waiting for
          you to confirm this address, a second email has the link for that.
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
        <Field label="Code from the email" error={errors.code?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={40}
            />
          )}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? "Checking…" : "Continue"}
        </Button>
      </form>
    </AuthFrame>
  );
}
