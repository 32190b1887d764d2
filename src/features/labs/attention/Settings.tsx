import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Guess, Part, percent, Slider } from "../kit.tsx";
import { sharesOf, strongest, wordsOf } from "./attention.ts";
import { useLooking } from "./Looking.tsx";
import { lastLook, type Props, Texts, textAt } from "./parts.tsx";
import { AMOUNTS, MAX_STEP, MEANINGS, type Meaning, STEPS_PER_ONE } from "./state.ts";

const COLOURS: Record<Meaning, string> = { first: "Red", second: "Blue", half: "Half red, half blue" };
const SHARES = { nothing: "None of it", same: "As much as every other word gets", all: "All of it" };

export function Sharpness({ data: { bank }, state, onChange }: Props) {
  const text = textAt(bank, 0);
  const top = strongest(lastLook(bank, text));
  const word = wordsOf(text)[top];
  const setting = { sharpness: state.step / STEPS_PER_ONE, hasOrder: true };
  const { picture, numbers } = useLooking(bank, text, setting);
  const how =
    "Before the scores become shares, they are multiplied by one number. At 0 all scores are equal, so all shares are. At 3 the highest score takes nearly everything. The sum behind it, called softmax, also turns scores into probabilities when a chatbot chooses its next token: sharp is cold, blunt is hot.";
  if (state.amount === null)
    return (
      <Part
        title="4. Sharp or blunt"
        lead={
          <>
            <strong translate="no">{text}.</strong> You can set how sharply it looks, from 0 to 3. So far it
            was 1.
          </>
        }
        how={how}
      >
        <Guess
          question={`At sharpness 0, how much of its attention will “${bank.asker}” give to “${word}”?`}
          options={AMOUNTS.map((each) => SHARES[each])}
          onGuess={(place) => onChange({ ...state, amount: AMOUNTS[place] ?? null, step: 0 })}
        />
      </Part>
    );
  const look = lastLook(bank, text, setting);
  return (
    <Part
      title="4. Sharp or blunt"
      say={`At sharpness ${setting.sharpness}, “${bank.asker}” gives ${percent(look.weights[top] ?? 0)} of its attention to “${word}”. For 0 you said: ${SHARES[state.amount].toLowerCase()}.`}
      result={numbers}
      how={how}
    >
      <Slider
        label="Sharpness"
        words={`${setting.sharpness}`}
        value={state.step}
        max={MAX_STEP}
        onChange={(step) => onChange({ ...state, step })}
      />
      {picture}
    </Part>
  );
}

export function Order({ data: { plate }, state, onChange }: Props) {
  const text = textAt(plate, state.plate);
  const setting = { sharpness: 1, hasOrder: state.hasOrder };
  const { picture, numbers } = useLooking(plate, text, setting);
  const how =
    "Attention by itself only compares lists. It does not know how near a word is, so the places have to be put into the numbers. Here, every step away from the word that looks costs a little of the score. Real models do it in several ways.";
  if (state.colour === null)
    return (
      <Part
        title="5. Take away the order"
        lead={
          <>
            <strong translate="no">{textAt(plate, 0)}.</strong> Until now, near words counted for more. Now
            the machine no longer knows where a word is.
          </>
        }
        how={how}
      >
        <Guess
          question={`Which colour will “${plate.asker}” take?`}
          options={MEANINGS.map((each) => COLOURS[each])}
          onGuess={(place) => onChange({ ...state, colour: MEANINGS[place] ?? null })}
        />
      </Part>
    );
  const [red, blue] = sharesOf(lastLook(plate, text, setting)).map(percent);
  return (
    <Part
      title="5. Take away the order"
      say={`${state.hasOrder ? "With" : "Without"} order, “${plate.asker}” is ${red} ${plate.gains[0]} and ${blue} ${plate.gains[1]}. Without it you said: ${COLOURS[state.colour].toLowerCase()}.`}
      result={numbers}
      how={how}
    >
      <RadioGroup
        legend="Order"
        look="chips"
        options={[
          { value: "without", label: "Without order" },
          { value: "with", label: "With order" },
        ]}
        value={state.hasOrder ? "with" : "without"}
        onChange={(order) => onChange({ ...state, hasOrder: order === "with" })}
      />
      <Texts
        sentence={plate}
        value={state.plate}
        onChange={(index) => onChange({ ...state, plate: index })}
      />
      {picture}
    </Part>
  );
}
