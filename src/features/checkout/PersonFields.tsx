import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { StudentForm } from "../../domain/checkout.ts";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";

type Props = { register: UseFormRegister<StudentForm>; errors: FieldErrors<StudentForm> };

/** Who is enrolling. Purposes of the fields are those of WCAG 1.3.5, so that browsers can fill them in. */
export function PersonFields({ register, errors }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="University" error={errors.university?.message} className="sm:col-span-2">
        {(control) => <TextInput {...control} {...register("university")} autoComplete="organization" />}
      </Field>
      <Field label="First name" error={errors.firstName?.message}>
        {(control) => <TextInput {...control} {...register("firstName")} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" error={errors.lastName?.message}>
        {(control) => <TextInput {...control} {...register("lastName")} autoComplete="family-name" />}
      </Field>
      <Field
        label="Email"
        hint="Your receipt goes here, and your way in if you are new."
        error={errors.email?.message}
        className="sm:col-span-2"
      >
        {(control) => <TextInput {...control} {...register("email")} type="email" autoComplete="email" />}
      </Field>
      <Field label="Phone" optional error={errors.phone?.message}>
        {(control) => <TextInput {...control} {...register("phone")} type="tel" autoComplete="tel" />}
      </Field>
      <Field label="Country" optional error={errors.country?.message}>
        {(control) => <TextInput {...control} {...register("country")} autoComplete="country-name" />}
      </Field>
    </div>
  );
}
