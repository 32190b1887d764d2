import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Navigate, useNavigate } from "react-router-dom";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { paths } from "../../domain/paths.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { type NewPassword, newPasswordSchema } from "./authForms.ts";

/** Replaces an emailed temporary password with one that the user chooses. */
export default function NewPasswordPage() {
  const { state } = useAuth();
  switch (state.status) {
    case "loading":
      return <Spinner label="Loading…" />;
    case "signedOut":
      return <Navigate to={paths.auth()} replace />;
    case "signedIn":
      if (!state.identity.mustChangePassword) return <Navigate to={paths.dashboard()} replace />;
      return <NewPasswordForm email={state.identity.email} />;
  }
}

function NewPasswordForm({ email }: { email: string }) {
  const { changePassword } = useAuth();
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm<NewPassword>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const outcome = await changePassword(password);
    if (!outcome.ok) return setError("root", { message: outcome.message });
    toast({ title: "Your new password is set" });
    navigate(paths.dashboard(), { replace: true });
  });
  return (
    <AuthFrame
      title="Choose a new password"
      intro={
        <p className="text-muted">
          You signed in with a password that we sent by email. Others may be able to read email, so choose
          your own now; the emailed one then stops working.
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
        {/* Lets a password manager file the new password under the right account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field label="New password" hint={PASSWORD_HINT} error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? "Saving…" : "Save and continue"}
        </Button>
      </form>
    </AuthFrame>
  );
}
