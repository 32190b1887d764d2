import { course } from "virtual:course-model";
import { useMemo } from "react";
import { once } from "../../../domain/once.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { atTemperature, countRight, likeliest, type Model, nextTokens, seeded, write } from "./model.ts";
import { type Props, percent, visible } from "./parts.tsx";
import { MAX_SEED, MAX_TEXT } from "./state.ts";
import { cutter, vocabularyOf } from "./tokenizer.ts";
import { useSteps } from "./useSteps.ts";

const NUMBER = once(() => new Intl.NumberFormat("en-GB"));
const TEXT_TOKENS = 20;
const vocabulary = vocabularyOf(course.tokenizer);
const cut = cutter(course.tokenizer);
const idsOf = (text: string) => cut(text).map(({ id }) => id);
const full = course.models.at(-1) as Model; // TRAINING always has a share.

/** Texts of each model at each temperature, all drawn with the same random numbers. */
function* textsOf(
  start: string,
  settings: readonly { model: Model; temperature: number }[],
  seed: number,
): Generator<void, string[]> {
  const texts: string[] = [];
  for (const { model, temperature } of settings) {
    const options = { count: TEXT_TOKENS, temperature, random: seeded(seed) };
    const ids = yield* write(model, idsOf(start), options);
    texts.push(start + ids.map((id) => vocabulary[id] ?? "").join(""));
  }
  return texts;
}

export function Temperatures({ data, state, onChange }: Props) {
  const start = data.starts[state.start ?? 0] ?? "";
  const { temperatures } = data;
  const texts = useSteps(`${start} ${state.seed}`, () =>
    textsOf(
      start,
      temperatures.map((temperature) => ({ model: full, temperature })),
      state.seed,
    ),
  );
  const first = useMemo(() => {
    const chances = nextTokens(full, idsOf(start));
    return temperatures.map((temperature) => likeliest(atTemperature(chances, temperature), 1)[0]);
  }, [start, temperatures]);
  const how =
    "To write, the model draws a token as if from a bag that holds more copies of likely tokens, adds it, and draws again. The temperature changes the bag. Below 1, it holds even more copies of the favourites; above 1, the numbers of copies become more equal.";
  if (state.best === null)
    return (
      <Part title="3. Turn up the temperature" how={how}>
        <Guess
          question="At which temperature will the text read best?"
          options={temperatures.map(String)}
          onGuess={(place) => onChange({ ...state, best: place })}
        />
      </Part>
    );
  return (
    <Part
      title="3. Turn up the temperature"
      lead={`You expected ${temperatures[state.best]}. Read all three and judge for yourself.`}
      say={texts ? `Three texts of ${TEXT_TOKENS} tokens, number ${state.seed}.` : "Writing…"}
      result={
        texts && (
          <Table
            caption={`${TEXT_TOKENS} tokens after “${start}”`}
            columns={[
              { header: "Temperature" },
              { header: "Text" },
              { header: "Probability of the favourite at the start", numeric: true },
            ]}
            rows={temperatures.map((temperature, index) => [
              temperature,
              texts[index],
              percent(first[index]?.probability ?? 0),
            ])}
          />
        )
      }
      how={how}
    >
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => onChange({ ...state, seed: (state.seed % MAX_SEED) + 1 })}
      >
        Write again
      </Button>
    </Part>
  );
}

export function Claim({ data, state, onChange }: Props) {
  const { start, guesses } = data.claim;
  const found = useMemo(() => nextTokens(full, idsOf(start)), [start]);
  const top = likeliest(found, 1)[0];
  const cold = likeliest(atTemperature(found, data.temperatures[0] ?? 1), 1)[0];
  const own = useMemo(() => likeliest(nextTokens(full, idsOf(state.own)), 4), [state.own]);
  if (state.claim === null)
    return (
      <Part
        title="4. Ask for something it cannot know"
        lead="No lesson says how long tokens are in Chinese. The model always writes a next token."
      >
        <Guess
          question={`How will it finish “${start} … characters”?`}
          options={guesses}
          onGuess={(place) => onChange({ ...state, claim: place })}
        />
      </Part>
    );
  return (
    <Part
      title="4. Ask for something it cannot know"
      say={`It says “${start} ${(vocabulary[top?.id ?? 0] ?? "").trim()}”, ${percent(top?.probability ?? 0)} sure at temperature 1 and ${percent(cold?.probability ?? 0)} at ${data.temperatures[0]}. You said “${guesses[state.claim]}”.`}
      result={
        state.own.trim() !== "" && (
          <Table
            caption={`What may come after “${state.own}”`}
            columns={[{ header: "Token" }, { header: "Probability", numeric: true }]}
            rows={own.map(({ id, probability }) => [visible(vocabulary[id] ?? ""), percent(probability)])}
          />
        )
      }
      how="That is false. The four characters are a rule of thumb for English. The model looks back three tokens, sees “token is about”, and can no longer see “Chinese”. The percentage says how often its text went on like this, and nothing about whether it is true."
    >
      <Field
        label="A beginning of your own"
        hint="Try a fact that you know, and see how sure it is of the next token."
      >
        {({ required: _, ...control }) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={MAX_TEXT}
            value={state.own}
            onChange={(event) => onChange({ ...state, own: event.target.value })}
          />
        )}
      </Field>
    </Part>
  );
}

/** Tests every model on the same places. */
function* scores(): Generator<void, number[]> {
  const found: number[] = [];
  for (const model of course.models) {
    const right = yield* countRight(model, course.tests);
    found.push(Math.round((100 * right) / course.tests.length));
  }
  return found;
}

export function Shares({ data, state, onChange }: Props) {
  const start = data.starts[state.start ?? 0] ?? "";
  const right = useSteps("scores", scores);
  const texts = useSteps(`${start}`, () =>
    textsOf(
      start,
      course.models.map((model) => ({ model, temperature: data.temperatures[0] ?? 1 })),
      1,
    ),
  );
  const how = `Three models learned in the same way: one from the first 1% of the course, one from the first 10%, one from all of it. They guess the next token at ${course.tests.length} places in paragraphs that none of the three has read.`;
  if (state.right === null)
    return (
      <Part title="5. More text" how={how}>
        <Guess
          question="In how many of 100 places will the model with all the text be right?"
          options={numbersTo(10).map((ten) => `${10 * Number(ten)}`)}
          onGuess={(ten) => onChange({ ...state, right: 10 * ten })}
        />
      </Part>
    );
  return (
    <Part
      title="5. More text"
      say={
        right
          ? `With all the text it was right in ${right.at(-1)} of 100 places. You said ${state.right}.`
          : "Testing…"
      }
      result={
        right &&
        texts && (
          <Table
            caption={`Three models, and what they write at temperature ${data.temperatures[0]}`}
            columns={[
              { header: "Text read" },
              { header: "Tokens read", numeric: true },
              { header: "Right of 100", numeric: true },
              { header: "Writes" },
            ]}
            rows={course.models.map(({ share, tokens }, index) => [
              `${share}%`,
              NUMBER().format(tokens),
              right[index],
              texts[index],
            ])}
          />
        )
      }
      how={how}
    />
  );
}
