import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { paths } from "../../domain/paths.ts";
import type { Recovery } from "../../platform/session/recovery.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { type NewPassword, newPasswordSchema } from "./authForms.ts";
import SecondFactorStep from "./SecondFactorStep.tsx";

/** Sets a new password after recovery by email. The link itself does not sign the user in; the new password does. */
export function RecoveredPasswordForm({ recovery }: { recovery: Recovery }) {
  const [isPassed, setIsPassed] = useState(recovery.challenge === null);
  if (isPassed || !recovery.challenge) return <PasswordForm recovery={recovery} />;
  return <SecondFactorStep challenge={recovery.challenge} onPassed={() => setIsPassed(true)} />;
}

function PasswordForm({ recovery }: { recovery: Recovery }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<NewPassword>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const outcome = await recovery.savePassword(password);
    if (!outcome.ok) return setError("root", { message: outcome.message });
    toast({ title: "Your new password is set", description: "Sign in with it now." });
    navigate(paths.auth(), { replace: true });
  });
  return (
    <AuthFrame
      title="Choose a new password"
      intro={
        <p className="wrap-anywhere text-muted">
          For the account of {recovery.email}. It will be signed out everywhere, and you sign in with the new
          password.
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
        {/* Lets a password manager file the new password under the right account. */}
        <input type="email" name="email" autoComplete="username" value={recovery.email} readOnly hidden />
        <Field label="New password" hint={PASSWORD_HINT} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? "Saving…" : "Save the new password"}
        </Button>
      </form>
    </AuthFrame>
  );
}
