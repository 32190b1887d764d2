import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { mailPaths } from "../../domain/mailPaths.ts";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { replacePassword, WRONG_PASSWORD } from "../../platform/accountActions.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { passwordSchema } from "./accountForms.ts";
import { FormMessage } from "./FormMessage.tsx";

type Passwords = z.infer<typeof passwordSchema>;
const EMPTY: Passwords = { current: "", next: "" };

/** Changes the password of a learner who knows the current one. */
export function PasswordForm({ email }: { email: string }) {
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
    } else setError(outcome.message === WRONG_PASSWORD ? "current" : "root", { message: outcome.message });
  });
  return (
    <form noValidate onSubmit={submit} aria-labelledby="password-title" className="flex flex-col gap-4">
      <h3 id="password-title">Password</h3>
      {/* Lets a password manager file the new password under the right account. */}
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
          Forgotten it, or never had one? Choose one by email
        </TextLink>
      </p>
      <FormMessage done={isDone ? "Your new password is set" : null} failure={errors.root?.message} />
      <Button type="submit" variant="secondary" busy={isSubmitting} className="self-start">
        {isSubmitting ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}
