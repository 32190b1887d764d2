import { zodResolver } from "@hookform/resolvers/zod";
import { Plus, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useForm,
} from "react-hook-form";
import { useBeforeUnload, useBlocker } from "react-router-dom";
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
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useHoldUpdates } from "../../../ui/page/updateHold.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { type Change, changesBetween, GROUPS, toForm } from "./fields.ts";

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
              {(own) =>
                type === "long" ? (
                  <TextArea {...own} {...register(name)} rows={5} />
                ) : (
                  <TextInput {...own} {...register(name)} type={type ?? "text"} autoComplete="off" />
                )
              }
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

const MAX_LINKS = 8;

type SocialLinksProps = {
  control: Control<FactsOfForm, unknown, ProviderFacts>;
  register: UseFormRegister<FactsOfForm>;
  errors: FieldErrors<FactsOfForm>["socialLinks"];
};

/** The provider's profiles elsewhere: a list of names and addresses. */
function SocialLinks({ control, register, errors }: SocialLinksProps) {
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

/** While active, asks before another screen of the site, or the closing of the tab, discards unsaved changes. */
function LeaveGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => isActive && from.pathname !== to.pathname,
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isActive) event.preventDefault();
      },
      [isActive],
    ),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            Discard the changes
          </Button>
          <Button variant="primary" onClick={() => blocker.reset()}>
            Stay here
          </Button>
        </>
      }
    >
      <p>Your changes have not been saved. They are lost when you leave this screen.</p>
    </Dialog>
  );
}
