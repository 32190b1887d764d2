import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import type { Recovery } from "../../platform/session/signing-in/recovery.ts";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { type NewPassword, newPasswordSchema } from "./authForms.ts";
import SecondFactorStep from "./SecondFactorStep.tsx";

type Props = {
  /** The email address of the account, with which password managers save the new password. */
  email?: string;
  hint: string;
  action: string;
  busyAction: string;
  /** Resolves to null on success, otherwise to the message to show. */
  save: (password: string) => Promise<string | null>;
};

/** One field in which a user chooses a new password. */
export function NewPasswordForm({ email, hint, action, busyAction, save }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<NewPassword>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const failure = await save(password);
    if (failure !== null) setError("root", { message: failure });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
      {email && <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />}
      <Field label="New password" hint={hint} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? busyAction : action}
      </Button>
    </form>
  );
}

/** Sets a new password after recovery by email. The link itself does not sign the user in; the new password does. */
export function RecoveredPasswordForm({ recovery }: { recovery: Recovery }) {
  const [isPassed, setIsPassed] = useState(recovery.challenge === null);
  if (isPassed || !recovery.challenge) return <PasswordForm recovery={recovery} />;
  return <SecondFactorStep challenge={recovery.challenge} onPassed={() => setIsPassed(true)} />;
}

function PasswordForm({ recovery }: { recovery: Recovery }) {
  const navigate = useNavigate();
  const signInPath = useSignInPath();
  const save = async (password: string) => {
    const outcome = await recovery.savePassword(password);
    if (!outcome.ok) return outcome.message;
    toast({ title: "Your new password is set", description: "Sign in with it now." });
    navigate(signInPath, { replace: true });
    return null;
  };
  return (
    <AuthFrame
      title="Choose a new password"
      intro={
        <p className="wrap-anywhere text-muted">
          For the account of <span translate="no">{readableEmail(recovery.email)}</span>. You will be signed
          out everywhere and can then sign in with the new password.
        </p>
      }
    >
      <NewPasswordForm
        email={recovery.email}
        hint={PASSWORD_HINT}
        action="Save the new password"
        busyAction="Saving…"
        save={save}
      />
    </AuthFrame>
  );
}
