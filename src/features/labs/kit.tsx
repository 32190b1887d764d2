import { type ReactNode, useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";

type PartProps = {
  title: string;
  /** One line: what to do. */
  lead?: ReactNode;
  /** The result in a sentence. It is announced, and stays in view on a phone while the learner uses the toy. */
  say?: ReactNode;
  /** The result in detail: beside the toy on a wide screen, else below it. */
  result?: ReactNode;
  /** How it works, below everything else. */
  how?: ReactNode;
  /** The toy. */
  children?: ReactNode;
};

/** One part of a lab. */
export function Part({ title, lead, say, result, how, children }: PartProps) {
  return (
    <section className="lab-part">
      <h3 tabIndex={-1}>{title}</h3>
      {lead && <p>{lead}</p>}
      <div className="lab-bench">
        {children && <div className="lab-toy">{children}</div>}
        <div className="lab-side">
          <div role="status" tabIndex={-1} className="lab-say">
            {say}
          </div>
          {result}
        </div>
      </div>
      {how && <div className="lab-how">{how}</div>}
    </section>
  );
}

type GuessOption = { label: string; hint?: string; isOut?: boolean };
type GuessProps = {
  question: string;
  options: readonly (string | GuessOption)[];
  /** The place of the answer given, if the question stays and the answer can be changed. */
  picked?: number | null;
  /** Receives the place of the answer, from 0. */
  onGuess: (place: number) => void;
};

/** A question with one button for each answer. The answers are no radio buttons, because an arrow key would answer. */
export function Guess({ question, options, picked, onGuess }: GuessProps) {
  const answers = options.map((option) => (typeof option === "string" ? { label: option } : option));
  const isShort = answers.every(({ label, hint }: GuessOption) => label.length < 18 && !hint);
  return (
    <fieldset className="min-w-0 print:hidden">
      <legend className="mb-2 font-semibold">{question}</legend>
      <div className={cx("flex gap-2", isShort ? "flex-wrap" : "flex-col")}>
        {answers.map(({ label, hint, isOut }: GuessOption, place) => (
          <Button
            key={label}
            variant="secondary"
            aria-disabled={isOut || undefined}
            aria-pressed={picked === undefined ? undefined : picked === place}
            className={cx(
              isShort ? "min-w-11" : "justify-start! text-left!",
              picked === place && "lab-picked",
            )}
            onClick={() => !isOut && onGuess(place)}
          >
            <span className={cx("min-w-0", isOut && "text-muted line-through")}>
              {label}
              {hint && <span className="block font-normal text-muted">{hint}</span>}
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** "0", "1", and so on, up to and including `most`. */
export const numbersTo = (most: number) => Array.from({ length: most + 1 }, (_, number) => `${number}`);

type SliderProps = {
  label: string;
  /** The value in words. */
  words: string;
  value: number;
  min?: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
};

export function Slider({ label, words, onChange, min = 0, ...range }: SliderProps) {
  const id = useId();
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="font-semibold">
        {label}: <span className="tabular-nums">{words}</span>
      </label>
      <input
        id={id}
        type="range"
        {...range}
        min={min}
        aria-valuetext={words}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="slider"
      />
    </div>
  );
}

export const percent = (share: number) => `${Math.round(100 * share)}%`;
