import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { type SignIn, signInSchema } from "./authForms.ts";

type Props = {
  /** Email address typed in another form, such as the sign-up form. */
  email: string;
  /** Resolves to null on success, otherwise to the message to show. */
  onSubmit: (values: SignIn) => Promise<string | null>;
};

export function SignInForm({ email, onSubmit }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<SignIn>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    const message = await onSubmit(values);
    if (message !== null) setError("root", { message });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.root?.message && <Banner tone="danger" role="alert" title={errors.root.message} />}
      <Field label="Email" error={errors.email?.message}>
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="username" />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
        )}
      </Field>
      <Button type="submit" size="large" busy={isSubmitting}>
        {isSubmitting ? "Signing in…" : "Sign In"}
      </Button>
    </form>
  );
}
