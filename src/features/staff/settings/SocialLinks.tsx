import { Plus, Trash2 } from "lucide-react";
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from "react-hook-form";
import type { ProviderFacts } from "../../../domain/provider/facts.ts";
import type { FactsOfForm } from "../../../domain/provider/factsSchema.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";

const MAX_LINKS = 8;

type Props = {
  control: Control<FactsOfForm, unknown, ProviderFacts>;
  register: UseFormRegister<FactsOfForm>;
  errors: FieldErrors<FactsOfForm>["socialLinks"];
};

/** The provider's profiles elsewhere: a list of names and addresses. */
export function SocialLinks({ control, register, errors }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: "socialLinks" });
  return (
    <Card as="section" aria-label="Profiles" className="flex flex-col items-start gap-5">
      <div>
        <h2 className="text-2xl">Profiles</h2>
        <p className="text-muted">In the footer and for search engines.</p>
      </div>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid w-full items-end gap-4 sm:grid-cols-[1fr_2fr_auto]">
          <Field label={`Name of link ${index + 1}`} error={errors?.[index]?.label?.message}>
            {(own) => <TextInput {...own} {...register(`socialLinks.${index}.label`)} autoComplete="off" />}
          </Field>
          <Field label={`Address of link ${index + 1}`} error={errors?.[index]?.url?.message}>
            {(own) => (
              <TextInput {...own} {...register(`socialLinks.${index}.url`)} type="url" autoComplete="off" />
            )}
          </Field>
          <Button
            variant="secondary"
            onClick={() => {
              focusMain({ preventScroll: true });
              remove(index);
            }}
          >
            <Trash2 aria-hidden="true" className="size-5" />
            <span className="sr-only">Remove link {index + 1}</span>
          </Button>
        </div>
      ))}
      {fields.length < MAX_LINKS && (
        <Button variant="secondary" onClick={() => append({ label: "", url: "" })}>
          <Plus aria-hidden="true" className="size-5" />
          Add a link
        </Button>
      )}
    </Card>
  );
}
