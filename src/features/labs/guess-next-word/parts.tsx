import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import type { GuessNextWordData } from "./data.ts";
import type { GuessNextWordState } from "./state.ts";

/** What every part of the lab receives. */
export type Props = {
  data: GuessNextWordData;
  state: GuessNextWordState;
  onChange: (state: GuessNextWordState) => void;
};

type PredictionProps = {
  legend: string;
  options: readonly { value: string; label: string }[];
  action: string;
  onGuess: (value: string) => void;
};

/** The learner chooses an answer before the result is calculated. */
export function Prediction({ legend, options, action, onGuess }: PredictionProps) {
  const [chosen, setChosen] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== null) onGuess(chosen);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      <RadioGroup legend={legend} options={options} value={chosen} onChange={setChosen} />
      <Button type="submit" disabled={chosen === null}>
        {action}
      </Button>
    </form>
  );
}

export const percent = (share: number) => {
  const whole = Math.round(share * 100);
  if (whole === 0 && share > 0) return "under 1%";
  return whole === 100 && share < 1 ? "over 99%" : `${whole}%`;
};

/** A space at the start or end of a token is part of it, so it is shown. */
export const visible = (token: string) => token.replace(/^ /, "·");
