import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { type NewPassword, newPasswordSchema } from "./authForms.ts";

type Props = {
  /** Resolves to null on success, otherwise to the message to show. */
  onSubmit: (password: string) => Promise<string | null>;
};

/** Lets the owner of an email address take over the account that someone else created with it. */
export function ClaimAccountForm({ onSubmit }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<NewPassword>({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    const failure = await onSubmit(password);
    if (failure !== null) setError("root", { message: failure });
  });
  return (
    <AuthFrame
      title="Confirm your email address"
      intro={
        <p>
          You opened the link in our email, so the address is yours. Choose a new password for the account
          with this address, and any course waiting for you is added to it. Everyone signed in to the account
          is signed out, and second factors set up before are removed.
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
        <Field label="New password" hint="At least 6 characters." error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
        </Field>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? "Confirming…" : "Confirm and set the password"}
        </Button>
      </form>
    </AuthFrame>
  );
}
