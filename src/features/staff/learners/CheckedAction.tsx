import { useState } from "react";
import { IDENTITY_CHECKS, type IdentityCheck } from "../../../domain/staff/learners.ts";
import { dayIn } from "../../../domain/study/studyDays.ts";
import { presentZone } from "../../../domain/study/timeZones.ts";
import type { CallResult } from "../../../platform/functions.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { CHECK_WORDS } from "./words.ts";

/** A check of identity as it is recorded. `attemptId` as in ConfirmAction. */
type Documented = { check: IdentityCheck; checkedOn: string; reason: string; attemptId: string };

type Props = {
  label: string;
  title: string;
  sentence: string;
  done: string;
  run: (documented: Documented) => Promise<CallResult<unknown>>;
  onDone: () => void;
};

/** An action that needs a documented check of identity: how, on which day, and why it is convincing. */
export function CheckedAction({ run, ...action }: Props) {
  const [check, setCheck] = useState<IdentityCheck | null>(null);
  const [day, setDay] = useState(today);
  return (
    <>
      <Field label="How you checked who is asking" className="w-full">
        {(control) => (
          <Select
            {...control}
            value={check ?? ""}
            onChange={({ target }) => setCheck(IDENTITY_CHECKS.find((each) => each === target.value) ?? null)}
          >
            <option value="">Choose one</option>
            {IDENTITY_CHECKS.map((each) => (
              <option key={each} value={each}>
                {CHECK_WORDS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Day of the check" className="w-full">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
      <ConfirmAction
        {...action}
        variant="danger"
        disabled={check === null || day === "" || day > today()}
        reason={{
          isRequired: true,
          hint: "Why you are sure, without names or document numbers. Only staff read it.",
        }}
        run={async ({ reason, attemptId }) => {
          if (check === null) throw new Error("the button is disabled until a check is chosen");
          return run({ check, checkedOn: day, reason, attemptId });
        }}
      />
    </>
  );
}

/** The day on this device, as a date field has it: "2026-11-25". */
const today = (): string => dayIn(presentZone(), Date.now());
