import { zodResolver } from "@hookform/resolvers/zod";
import { useCallback, useState } from "react";
import { useForm } from "react-hook-form";
import type { UserId } from "../../domain/ids.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { loadProfile, type Profile, updateProfile } from "../../platform/account/profile.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { UNREACHABLE } from "../../platform/session/authMessages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { FormMessage } from "./AccountSection.tsx";
import { type ProfileFields, profileSchema } from "./accountForms.ts";

/** The editable contact details, loaded from the server. Loading them again never overwrites what was typed. */
export function ProfileSection({ userId }: { userId: UserId }) {
  const { known, retry } = useAccountData(useCallback(() => loadProfile(userId), [userId]));
  return (
    <AccountData
      known={known}
      loading="Loading your profile…"
      failed="Your profile could not be shown"
      onRetry={retry}
    >
      {(profile) => <ProfileForm userId={userId} profile={profile} />}
    </AccountData>
  );
}

type Question = {
  name: keyof ProfileFields;
  label: string;
  autoComplete: string;
  optional?: boolean;
  type?: string;
};
/** The `autoComplete` values are those of WCAG 1.3.5. */
const QUESTIONS: readonly Question[] = [
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "email", label: "Contact email", autoComplete: "email", type: "email" },
  {
    name: "organization",
    label: "University, organisation or company",
    autoComplete: "organization",
    optional: true,
  },
  { name: "phone", label: "Phone", autoComplete: "tel", optional: true, type: "tel" },
  { name: "country", label: "Country", autoComplete: "country-name", optional: true },
];

function ProfileForm({ userId, profile }: { userId: UserId; profile: Profile }) {
  const [isSaved, setIsSaved] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<ProfileFields>({
    resolver: zodResolver(profileSchema),
    defaultValues: {
      first_name: profile.first_name ?? "",
      last_name: profile.last_name ?? "",
      email: readableEmail(profile.email ?? ""),
      organization: profile.organization ?? "",
      phone: profile.phone ?? "",
      country: profile.country ?? "",
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (values) => {
    setIsSaved(false);
    const outcome = await updateProfile(userId, values).catch((error: unknown) => {
      console.info("The code that saves the profile is missing", error);
      return { ok: false, message: UNREACHABLE } as const;
    });
    if (!outcome.ok) return setError("root", { message: outcome.message });
    reset({ ...values, email: readableEmail(values.email) });
    setIsSaved(true);
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {QUESTIONS.map(({ name, label, optional, type = "text", autoComplete }) => (
          <Field key={name} label={label} optional={optional ?? false} error={errors[name]?.message}>
            {(control) => (
              <TextInput
                {...control}
                {...register(name)}
                type={type}
                autoComplete={autoComplete}
                readOnly={isSubmitting}
              />
            )}
          </Field>
        ))}
      </div>
      <FormMessage
        done={isSaved && !isDirty ? "Your profile is saved" : null}
        failure={errors.root?.message}
      />
      <Button type="submit" variant="secondary" busy={isSubmitting} className="self-start">
        {isSubmitting ? "Saving…" : "Save profile"}
      </Button>
    </form>
  );
}
