import { course } from "virtual:course-model";
import { useMemo, useState } from "react";
import { once } from "../../../domain/once.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Guess, Part, Slider } from "../kit.tsx";
import { dataSchema } from "./data.ts";
import { likeliest, nextTokens } from "./model.ts";
import { type Props, percent, visible } from "./parts.tsx";
import { begin, MAX_TEXT, SIZES, sizesOf, stateSchema } from "./state.ts";
import { cutter, vocabularyOf } from "./tokenizer.ts";
import { Claim, Shares, Temperatures } from "./Writing.tsx";

const NUMBER = once(() => new Intl.NumberFormat("en-GB"));
const vocabulary = vocabularyOf(course.tokenizer);

/** Five parts, each of which appears when the one before has a prediction. */
function GuessNextWord(props: Props) {
  const { pieces, word, best, claim } = props.state;
  return (
    <>
      <Cutting {...props} />
      {pieces !== null && <Guessing {...props} />}
      {word !== null && <Temperatures {...props} />}
      {best !== null && <Claim {...props} />}
      {claim !== null && <Shares {...props} />}
    </>
  );
}

const HOW_CUT = `Everything here runs on your device, with two small machines that learned from the text of this course, about ${Math.round(course.characters / 1000)} KB: a tokenizer and a language model. Large models learn from millions of times as much. The tokenizer began with single letters. Then it joined the pair of neighbours that occurs most often in the course, 2,000 times over. The sentence is in no lesson.`;

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
  if (state.pieces === null)
    return (
      <Part title="1. Cut a sentence into tokens" lead={<strong>{data.sentence}</strong>} how={HOW_CUT}>
        <Guess
          question="Into how many tokens will it cut this sentence?"
          options={SIZES.map((size) => sizeLabels[size])}
          onGuess={(place) => onChange({ ...state, pieces: SIZES[place] ?? null })}
        />
      </Part>
    );
  return (
    <Part
      title="1. Cut a sentence into tokens"
      lead={`It cuts “${data.sentence}” into ${whole} tokens. You said about ${sizes[state.pieces]}.`}
      say={`${tokens.length} ${tokens.length === 1 ? "token" : "tokens"} for ${[...state.sentence].length} characters.`}
      result={
        <>
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
          <p className="text-base text-muted">A dot marks a space that belongs to the token after it.</p>
        </>
      }
      how={HOW_CUT}
    >
      <Slider
        label="Pairs that it has joined"
        words={NUMBER().format(count)}
        value={state.step}
        max={data.merges.length - 1}
        onChange={(step) => onChange({ ...state, step })}
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
    .map(({ id }) => ({ id, label: (vocabulary[id] ?? "").trim() }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  const said = best.find(({ id }) => id === state.word);
  const [top] = best;
  if (state.word === null)
    return (
      <Part title="2. Guess the next token" how={HOW_GUESSED}>
        <RadioGroup
          legend="Choose a beginning"
          look="chips"
          options={data.starts.map((label, index) => ({ value: `${index}`, label: `${label} …` }))}
          value={`${chosen}`}
          onChange={(index) => setChosen(Number(index))}
        />
        <Guess
          question={`Which token does it expect after “${start}”?`}
          options={offered.map(({ label }) => label)}
          onGuess={(place) => onChange({ ...state, start: chosen, word: offered[place]?.id ?? null })}
        />
      </Part>
    );
  return (
    <Part
      title="2. Guess the next token"
      say={
        top &&
        `“${start}” continues with “${(vocabulary[top.id] ?? "").trim()}”, ${percent(top.probability)}. You said “${(vocabulary[state.word] ?? "").trim()}”${said ? `, ${percent(said.probability)}` : ""}.`
      }
      result={
        <Table
          caption={`What may come after “${start}”`}
          columns={[{ header: "Token" }, { header: "Probability", numeric: true }]}
          rows={best.map(({ id, probability }) => [visible(vocabulary[id] ?? ""), percent(probability)])}
        />
      }
      how={HOW_GUESSED}
    />
  );
}

const HOW_GUESSED = `The language model has counted which token came next after every one, two and three tokens of the course. From the counts it gives each of its ${vocabulary.length} tokens a probability. Nobody chose what it says.`;

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ pieces, word, best, claim, right }) =>
    [pieces, word, best, claim, right].map((guess) => guess !== null),
  found: ({ pieces, right, claim }, data) => (
    <p>
      You expected about {pieces && sizesOf(data.sentence)[pieces]} tokens, “{data.claim.guesses[claim ?? 0]}”
      about Chinese, and {right} of 100 right. Your machine was surest of a sentence that is false.
    </p>
  ),
  Toy: GuessNextWord,
});
