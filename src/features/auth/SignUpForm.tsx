import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { PASSWORD_HINT } from "../../domain/password.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type SignUp, signUpSchema } from "./authForms.ts";

/** `onSubmit` resolves to null on success, otherwise to the message to show. */
export function SignUpForm({ onSubmit }: { onSubmit: (values: SignUp) => Promise<string | null> }) {
  const { register, handleSubmit, setError, formState } = useForm<SignUp>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { firstName: "", lastName: "", email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const message = await onSubmit(values);
    if (message !== null) setError("root", { message });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => <TextInput {...control} {...register("firstName")} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => <TextInput {...control} {...register("lastName")} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint={PASSWORD_HINT} error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? "Creating your account…" : "Create Account"}
      </Button>
    </form>
  );
}
