import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";

type Props<Cause extends string> = {
  label?: string;
  hint?: string | null;
  /** Each cause in the words of the console. */
  labels: Record<Cause, string>;
  /** Empty until one is chosen. */
  cause: Cause | "";
  onChoose: (cause: Cause | "") => void;
};

/** One of a few reasons: by default why staff take something away, from what an email can say to the learner. */
export function CauseField<Cause extends string>({
  label = "Cause",
  hint = "Stated in the email to the learner",
  labels,
  cause,
  onChoose,
}: Props<Cause>) {
  // The record has exactly these keys.
  const causes = Object.keys(labels) as Cause[];
  return (
    <Field label={label} hint={hint} className="w-full max-w-sm">
      {(control) => (
        <Select
          {...control}
          value={cause}
          onChange={({ target }) => onChoose(causes.find((each) => each === target.value) ?? "")}
        >
          <option value="">Choose one</option>
          {causes.map((each) => (
            <option key={each} value={each}>
              {labels[each]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
