import { course } from "virtual:course-model";
import { useMemo, useState } from "react";
import { once } from "../../../domain/once.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { dataSchema } from "./data.ts";
import { likeliest, nextTokens } from "./model.ts";
import { Prediction, type Props, percent, visible } from "./parts.tsx";
import { begin, MAX_TEXT, SIZES, sizesOf, stateSchema } from "./state.ts";
import { cutter, vocabularyOf } from "./tokenizer.ts";
import { Claim, Shares, Temperatures } from "./Writing.tsx";

const NUMBER = once(() => new Intl.NumberFormat("en-GB"));
const vocabulary = vocabularyOf(course.tokenizer);

/** Five parts, each of which appears when the one before has a prediction. */
function GuessNextWord(props: Props) {
  const { data, state, onChange } = props;
  return (
    <div className="flex flex-col gap-8">
      <p>
        Everything here runs on your device, with two small machines that learned from the text of this
        course, about {NUMBER().format(Math.round(course.characters / 1000))} KB: a tokenizer and a language
        model. Large models learn from millions of times as much.
      </p>
      <Cutting {...props} />
      {state.pieces !== null && <Guessing {...props} />}
      {state.word !== null && <Temperatures {...props} />}
      {state.best !== null && <Claim {...props} />}
      {state.claim !== null && <Shares {...props} />}
      {state.pieces !== null && <StartAgain onPress={() => onChange(begin(data))} />}
    </div>
  );
}

function Cutting({ data, state, onChange }: Props) {
  const count = data.merges[state.step] ?? 0;
  const tokens = useMemo(() => cutter(course.tokenizer, count)(state.sentence), [state.sentence, count]);
  const sizes = sizesOf(data.sentence);
  const whole = useMemo(() => cutter(course.tokenizer)(data.sentence).length, [data.sentence]);
  const sizeLabels = {
    words: `About ${sizes.words}: one for each word`,
    pieces: `About ${sizes.pieces}: whole words and pieces of words`,
    letters: `About ${sizes.letters}: one for each letter`,
  };
  return (
    <Part title="1. Cut a sentence into tokens">
      <p>
        The tokenizer began with single letters. Then it joined the pair of neighbours that occurs most often
        in the course, 2,000 times over. This sentence is in no lesson:
      </p>
      <p className="text-lg font-semibold">{data.sentence}</p>
      {state.pieces === null ? (
        <Prediction
          legend="Into how many tokens will it cut this sentence?"
          options={SIZES.map((size) => ({ value: size, label: sizeLabels[size] }))}
          action="Cut it"
          onGuess={(value) => onChange({ ...state, pieces: SIZES.find((size) => size === value) ?? null })}
        />
      ) : (
        <>
          <p role="status" className="text-lg font-semibold">
            It cuts the sentence into {whole} tokens. You said about {sizes[state.pieces]}.
          </p>
          <RadioGroup
            legend="Choose how many pairs it has joined"
            look="chips"
            options={data.merges.map((merges, step) => ({
              value: `${step}`,
              label: NUMBER().format(merges),
            }))}
            value={`${state.step}`}
            onChange={(step) => onChange({ ...state, step: Number(step) })}
          />
          <Field label="Your own sentence" hint="In any language. Capitals and spaces count.">
            {({ required: _, ...control }) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={MAX_TEXT}
                value={state.sentence}
                onChange={(event) => onChange({ ...state, sentence: event.target.value })}
              />
            )}
          </Field>
          <p role="status">
            {tokens.length} {tokens.length === 1 ? "token" : "tokens"} for {[...state.sentence].length}{" "}
            characters. A dot marks a space that belongs to the token after it.
          </p>
          <ol aria-label="The tokens" className="flex list-none flex-wrap gap-1.5 pl-0">
            {tokens.map(({ id, text }, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens repeat and hold no state
                key={index}
                translate="no"
                className="m-0! rounded border border-line px-1.5 font-mono break-all whitespace-pre"
              >
                {visible(text)}
                {id === null && <span className="sr-only"> (a character that is not in the course)</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Part>
  );
}

const SHOWN = 6;
const OFFERED = 4;

function Guessing({ data, state, onChange }: Props) {
  const [chosen, setChosen] = useState(state.start ?? 0);
  const start = data.starts[chosen] ?? "";
  const full = course.models.at(-1);
  const best = useMemo(() => {
    const ids = cutter(course.tokenizer)(start).map(({ id }) => id);
    return full ? likeliest(nextTokens(full, ids), SHOWN) : [];
  }, [start, full]);
  const offered = best
    .filter(({ id }) => /^ \p{L}/u.test(vocabulary[id] ?? ""))
    .slice(0, OFFERED)
    .map(({ id }) => ({ value: `${id}`, label: (vocabulary[id] ?? "").trim() }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  const said = best.find(({ id }) => id === state.word);
  return (
    <Part title="2. Guess the next token">
      <p>
        The language model has counted which token came next after every one, two and three tokens of the
        course. From the counts it gives each of its {NUMBER().format(vocabulary.length)} tokens a
        probability. Nobody chose what it says.
      </p>
      {state.word === null && (
        <>
          <RadioGroup
            legend="Choose a beginning"
            options={data.starts.map((label, index) => ({ value: `${index}`, label: `${label} …` }))}
            value={`${chosen}`}
            onChange={(index) => setChosen(Number(index))}
          />
          <Prediction
            key={start}
            legend={`Which token does it expect after “${start}”?`}
            options={offered}
            action="Show the probabilities"
            onGuess={(id) => onChange({ ...state, start: chosen, word: Number(id) })}
          />
        </>
      )}
      <div role="status">
        {state.word !== null && best[0] && (
          <p className="text-lg font-semibold">
            “{start}” continues with “{(vocabulary[best[0].id] ?? "").trim()}”, {percent(best[0].probability)}
            . You said “{(vocabulary[state.word] ?? "").trim()}”{said ? `, ${percent(said.probability)}` : ""}
            .
          </p>
        )}
      </div>
      {state.word !== null && (
        <Table
          caption={`What may come after “${start}”`}
          columns={[{ header: "Token" }, { header: "Probability", numeric: true }]}
          rows={best.map(({ id, probability }) => [visible(vocabulary[id] ?? ""), percent(probability)])}
        />
      )}
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ right }) => right !== null,
  Content: GuessNextWord,
});
