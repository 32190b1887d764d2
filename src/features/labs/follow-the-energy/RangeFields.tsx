import { type ReactNode, useState } from "react";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { faultOf, parseAmount, type WrittenRange } from "./range.ts";

type Props = {
  label: string;
  unit: string;
  /** Where the numbers come from. */
  hint?: ReactNode;
  range: WrittenRange;
  /** The greatest number that can be written. */
  most: number;
  onChange: (range: WrittenRange) => void;
};

/** Two numbers between which a quantity lies, with what is wrong with them. */
export function RangeFields({ label, unit, hint, range: [low, high], most, onChange }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">
        {label} ({unit})
      </legend>
      {hint && <p className="mb-2 text-base text-muted">{hint}</p>}
      <div className="flex flex-wrap gap-3">
        <Amount label="At least" value={low} most={most} onChange={(amount) => onChange([amount, high])} />
        <Amount label="At most" value={high} most={most} onChange={(amount) => onChange([low, amount])} />
      </div>
      <p role="alert" className="font-semibold text-danger">
        {faultOf([low, high], unit)}
      </p>
    </fieldset>
  );
}

type AmountProps = {
  label: string;
  value: number | null;
  most: number;
  onChange: (amount: number | null) => void;
};

/** Keeps what is being written, such as “1.”, until it is another number. */
function Amount({ label, value, most, onChange }: AmountProps) {
  const [written, setWritten] = useState(value === null ? "" : `${value}`);
  const shown = parseAmount(written, most) === value ? written : `${value ?? ""}`;
  return (
    <Field
      label={label}
      className="w-32"
      error={shown.trim() !== "" && parseAmount(shown, most) === null ? "Write a number." : undefined}
    >
      {({ required: _, ...control }) => (
        <TextInput
          {...control}
          inputMode="decimal"
          value={shown}
          onChange={(event) => {
            setWritten(event.target.value);
            onChange(parseAmount(event.target.value, most));
          }}
        />
      )}
    </Field>
  );
}
