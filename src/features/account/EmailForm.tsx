import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { requestEmailChange } from "../../platform/accountActions.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { emailSchema } from "./accountForms.ts";
import { FormMessage } from "./FormMessage.tsx";

type Asked = z.infer<typeof emailSchema>;

/** Changes the sign-in email address. The change takes effect once both addresses have confirmed it by email. */
export function EmailForm({ email, newEmail }: { email: string; newEmail: string | null }) {
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
        You sign in with <strong>{email}</strong>.
      </p>
      <div role="status" className="empty:hidden">
        {waiting && (
          <Banner title={`Waiting for both addresses to confirm ${waiting}`}>
            We have sent an email to each of them. Open the link in both; until then nothing changes.
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
