import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { ProviderFacts, VersionedFacts } from "../../../domain/provider/facts.ts";
import {
  type FactsOfForm,
  factsSchema,
  type SaveFactsReply,
  saveFactsReplySchema,
} from "../../../domain/provider/factsSchema.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { receiveFacts } from "../../../platform/providerFacts.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { useHoldUpdates } from "../../../ui/page/useHoldUpdates.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { LeaveGuard } from "../frame/LeaveGuard.tsx";
import { type Change, changesBetween, GROUPS, toForm } from "./fields.ts";
import { SocialLinks } from "./SocialLinks.tsx";

/** Saves a new version after its changes and a reason were confirmed. */
export function FactsForm({ current, onSaved }: { current: VersionedFacts; onSaved: () => void }) {
  const { register, control, trigger, getValues, formState } = useForm<FactsOfForm, unknown, ProviderFacts>({
    resolver: zodResolver(factsSchema),
    defaultValues: toForm(current.facts),
    mode: "onTouched",
  });
  const { errors, isDirty, isValid } = formState;
  const [entered, setEntered] = useState(current.facts);
  const [isFaulty, setIsFaulty] = useState(false);
  const changes = changesBetween(current.facts, entered);
  useHoldUpdates(isDirty);

  /** Whether the form is valid and different, so that there is something to confirm. */
  async function check(): Promise<boolean> {
    const isCorrect = await trigger(undefined, { shouldFocus: true });
    setIsFaulty(!isCorrect);
    if (!isCorrect) return false;
    setEntered(factsSchema.parse(getValues()));
    return true;
  }

  async function save(reason: string): Promise<CallResult<SaveFactsReply>> {
    const body = { basedOn: current.version, facts: entered, reason };
    const result = await callFunction("staff-settings", body, saveFactsReplySchema);
    if (result.ok) receiveFacts({ version: result.data.version, facts: entered });
    return result;
  }

  return (
    // Not a form, because the dialog that asks for the reason is one.
    <div className="flex max-w-3xl flex-col gap-6">
      <LeaveGuard isActive={isDirty} />
      {GROUPS.map(({ title, about, fields }) => (
        <Card key={title} as="section" aria-label={title} className="flex flex-col gap-5">
          <div>
            <h2 className="text-2xl">{title}</h2>
            <p className="text-muted">{about}</p>
          </div>
          {fields.map(({ name, label, hint, isOptional, type }) => (
            <Field
              key={name}
              label={label}
              hint={hint}
              {...(isOptional && { optional: true })}
              error={errors[name]?.message}
            >
              {(own) => <TextInput {...own} {...register(name)} type={type ?? "text"} autoComplete="off" />}
            </Field>
          ))}
        </Card>
      ))}
      <SocialLinks control={control} register={register} errors={errors.socialLinks} />
      <div role="alert" className="empty:hidden">
        {isFaulty && !isValid && (
          <Banner tone="danger" title="Nothing was saved. Please correct the marked fields." />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <ConfirmAction
          label="Save settings"
          variant="primary"
          disabled={!isDirty}
          before={check}
          title="Save these settings?"
          sentence={<Changes changes={changes} />}
          reason={{
            isRequired: true,
            hint: "For example, what made the change necessary. Only staff read it.",
          }}
          run={({ reason }) => save(reason)}
          done="The settings are saved"
          onDone={onSaved}
        />
        {!isDirty && <p className="text-muted">Nothing has been changed.</p>}
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <>
      They apply immediately, everywhere.
      {changes.map(({ label, value }) => (
        <span key={label} className="mt-2 block wrap-anywhere font-semibold">
          {label}: <bdi>{value}</bdi>
        </span>
      ))}
    </>
  );
}
