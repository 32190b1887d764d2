import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { holderNameFault } from "../../../domain/certificate/holderName.ts";
import { type CorrectionReply, correctionReplySchema } from "../../../domain/staff/certificateCorrection.ts";
import { staffPaths } from "../../../domain/staffPaths.ts";
import { cleanLine } from "../../../domain/typedText.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import type { CertificateRow } from "./certificateRow.ts";

/** Issues the certificate in another name. Afterwards the screen shows the new certificate. */
export function CorrectName({ page, onDone }: { page: CertificateRow; onDone: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(page.holder_name);
  const name = cleanLine(typed);
  const fault = holderNameFault(name);

  async function correct(reason: string): Promise<CallResult<CorrectionReply>> {
    const body = { certificateId: page.id, holderName: name, reason };
    const result = await callFunction("staff-certificate", body, correctionReplySchema);
    if (result.ok) navigate(staffPaths.one("certificates", result.data.certificateId), { replace: true });
    return result;
  }

  return (
    <section aria-labelledby="correct" className="flex flex-col items-start gap-3">
      <h2 id="correct" className="text-2xl">
        Correct the name
      </h2>
      <div className="w-full max-w-md">
        <Field label="Name on the certificate" error={fault ?? undefined}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </div>
      <ConfirmAction
        label="Correct name"
        disabled={fault !== null || name === page.holder_name}
        title="Issue this certificate in another name?"
        sentence={`A new certificate is issued to ${name}. The public page of the old one will say that it was replaced.`}
        reason={{ isRequired: true, hint: "For example which document you saw. Only staff read it." }}
        run={({ reason }) => correct(reason)}
        done="The name is corrected"
        onDone={onDone}
      />
    </section>
  );
}
