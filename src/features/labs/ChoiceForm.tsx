import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";

type Props = {
  /** The question. */
  label: string;
  options: readonly string[];
  /** The place of the option that is chosen at first. */
  chosen?: number | null;
  /** The words on the button. */
  action: string;
  /** Receives the place of the chosen option, from 0. */
  onChoose: (place: number) => void;
};

/** A question with a list of answers, for example a prediction. */
export function ChoiceForm({ label, options, chosen: first = null, action, onChoose }: Props) {
  const [chosen, setChosen] = useState(first === null ? "" : `${first}`);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== "") onChoose(Number(chosen));
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label={label} className="basis-80">
        {({ required: _, ...control }) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Choose first</option>
            {options.map((option, place) => (
              <option key={option} value={place}>
                {option}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" disabled={chosen === ""}>
        {action}
      </Button>
    </form>
  );
}

/** "0", "1", and so on, up to and including `most`. */
export const numbersTo = (most: number) => Array.from({ length: most + 1 }, (_, number) => `${number}`);
