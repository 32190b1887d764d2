import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { type NewPassword, newPasswordSchema } from "./authForms.ts";

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
