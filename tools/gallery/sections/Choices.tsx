import { useState } from "react";
import { Checkbox } from "../../../src/ui/form/Checkbox.tsx";
import { ChipGroup } from "../../../src/ui/form/ChipGroup.tsx";
import { RadioGroup } from "../../../src/ui/form/RadioGroup.tsx";
import { TextLink } from "../../../src/ui/TextLink.tsx";
import { Specimen } from "../Specimen.tsx";

const CATEGORIES = ["All", "Core Program", "Compliance", "Ethics", "Risk Management", "Industry-Specific"];

export function Choices() {
  const [category, setCategory] = useState("All");
  return (
    <>
      <Specimen title="Checkbox">
        <div className="max-w-[34rem]">
          <Checkbox label="Remind me if I do not finish" />
          <Checkbox
            defaultChecked
            label={
              <>
                I accept the <TextLink to="#choices">terms of service</TextLink>
              </>
            }
          />
          <Checkbox label="I accept the privacy policy" error="You must accept the privacy policy to go on" />
          <Checkbox disabled label="Not to be changed" />
        </div>
      </Specimen>
      <Specimen title="Chips" note="A radio group: Tab goes in, arrow keys choose.">
        <ChipGroup legend="Category" options={CATEGORIES} value={category} onChange={setCategory} />
      </Specimen>
      <Segments />
      <Rows />
    </>
  );
}

function Segments() {
  const [payment, setPayment] = useState<"full" | "installment">("full");
  return (
    <Specimen title="Segments" note="Two or three alternatives side by side.">
      <RadioGroup
        legend="Payment"
        look="segments"
        options={[
          { value: "full", label: "Pay in full" },
          { value: "installment", label: "3-month plan" },
        ]}
        value={payment}
        onChange={setPayment}
      />
    </Specimen>
  );
}

function Rows() {
  const [method, setMethod] = useState<"totp" | "phone" | "webauthn" | null>(null);
  return (
    <Specimen title="Rows" note="Answers that need a sentence each. Nothing need be chosen at first.">
      <RadioGroup
        className="max-w-[34rem]"
        legend="How do you want to prove that it is you?"
        options={[
          { value: "totp", label: "Authenticator app", hint: "A code of six digits that changes." },
          { value: "webauthn", label: "Passkey", hint: "This device's fingerprint, face or PIN." },
          { value: "phone", label: "Text message", hint: "Not available yet.", disabled: true },
        ]}
        value={method}
        onChange={setMethod}
      />
    </Specimen>
  );
}
