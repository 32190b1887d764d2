import type { ReactNode } from "react";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import type { CheckoutForm, FieldName } from "../draft.ts";

type Props = {
  form: CheckoutForm;
  name: FieldName;
  label: string;
  /** A WCAG 1.3.5 input purpose, so that browsers can fill in the field. */
  autoComplete: string;
  type?: "email" | "tel";
  inputMode?: "numeric";
  optional?: boolean;
  hint?: ReactNode;
  className?: string;
};

export function TextField({
  form,
  name,
  label,
  autoComplete,
  type,
  inputMode,
  optional = false,
  ...rest
}: Props) {
  return (
    <Field label={label} optional={optional} error={form.formState.errors[name]?.message} {...rest}>
      {(control) => (
        <TextInput
          {...control}
          {...form.register(name)}
          {...(type ? { type } : {})}
          inputMode={inputMode}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  );
}
