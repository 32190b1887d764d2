import { useEffect, useState } from "react";
import { isTokenizerHere, TOKENIZER_BYTES } from "../../../db/lessons/tokenizerFile.ts";
import { byteSize } from "../../../domain/text/byteSize.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part } from "../kit.tsx";
import { Costs, Own } from "./Costs.tsx";
import { type CostOfWordsData, dataSchema } from "./data.ts";
import { encode } from "./encode.ts";
import { loadTokenizer } from "./loadTokenizer.ts";
import type { Vocabulary } from "./packed.ts";
import { begin, type CostOfWordsState, stateSchema, TIMES } from "./state.ts";

type Props = Omit<ToyProps<CostOfWordsData, CostOfWordsState>, "answerTo">;

/** Two predictions, then the tokenizer counts, then what the counts mean, then texts of the learner's own. */
function CostOfWords(props: Props) {
  const { data, state, onChange } = props;
  const [vocabulary, setVocabulary] = useState<Vocabulary | null>(null);
  const counts = vocabulary && data.languages.map(({ text }) => encode(vocabulary, text).length);
  const count = (loaded: Vocabulary) => {
    setVocabulary(loaded);
    if (!state.isCounted) onChange({ ...state, isCounted: true });
  };
  return (
    <>
      <Prediction {...props} />
      {state.times !== null && !counts && <Download onLoad={count} />}
      {state.times !== null && counts && (
        <>
          <Counts data={data} state={state} counts={counts} />
          <Costs {...props} counts={counts} />
          <Own vocabulary={vocabulary} />
        </>
      )}
    </>
  );
}

function Prediction({ data, state, onChange }: Props) {
  const { most, times } = state;
  return (
    <Part
      title="1. One text, twelve languages"
      lead="A tokenizer will cut each translation into the tokens that a service charges for."
      say={
        most !== null &&
        times !== null &&
        `You expect ${data.languages[most]?.name} to need the most tokens, ${times} times as many as English.`
      }
      result={
        times === null && (
          <dl className="flex flex-col gap-3">
            {data.languages.map(({ name, lang, text }) => (
              <div key={lang}>
                <dt className="font-semibold">{name}</dt>
                <dd lang={lang} dir="auto" translate="no">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        )
      }
      how="This is Article 1 of the Universal Declaration of Human Rights, in the translations that the United Nations publishes."
    >
      {most === null ? (
        <Guess
          question="Which of them will need the most tokens?"
          options={data.languages.map(({ name }) => name)}
          onGuess={(next) => onChange({ ...state, most: next })}
        />
      ) : (
        times === null && (
          <Guess
            question={`How many times as many as English will ${data.languages[most]?.name} need?`}
            options={TIMES.map(String)}
            onGuess={(place) => onChange({ ...state, times: TIMES[place] ?? null })}
          />
        )
      )}
    </Part>
  );
}

type DownloadProps = { onLoad: (vocabulary: Vocabulary) => void };

/** Loads the tokenizer if it is on the device, or else when the learner asks for it. */
function Download({ onLoad }: DownloadProps) {
  const [phase, setPhase] = useState<"here" | "offered" | "loading" | "failed">("here");
  const load = () => {
    setPhase("loading");
    loadTokenizer().then(onLoad, (error: unknown) => {
      console.info("The tokenizer could not be loaded", error);
      setPhase("failed");
    });
  };

  // Cache Storage can only be asked asynchronously.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the part appears
  useEffect(() => {
    let isShown = true;
    isTokenizerHere()
      .then((isHere) => (isHere ? loadTokenizer() : null))
      .catch((error: unknown) => {
        console.info("The tokenizer on this device could not be read", error);
        return null;
      })
      .then((vocabulary) => {
        if (!isShown) return;
        if (vocabulary) onLoad(vocabulary);
        else setPhase("offered");
      });
    return () => {
      isShown = false;
    };
  }, []);

  return (
    <Part
      title="2. Count the tokens"
      say={phase === "here" ? <Spinner label="Counting…" /> : null}
      result={
        phase === "failed" && (
          <Banner title="The tokenizer could not be downloaded.">
            <p>Connect to the internet and try again. Your prediction is kept.</p>
          </Banner>
        )
      }
      how={`The tokenizer is a real one: o200k_base, which OpenAI published for GPT-4o, with its 200,000 tokens.${
        phase === "here"
          ? ""
          : ` It is a file of ${byteSize(TOKENIZER_BYTES)}. It is downloaded once and then works without a connection.`
      }`}
    >
      {phase !== "here" && (
        <Button className="self-start" busy={phase === "loading"} onClick={load}>
          Download the tokenizer ({byteSize(TOKENIZER_BYTES)}) and count
        </Button>
      )}
    </Part>
  );
}

const timesWords = (tokens: number, reference: number) => (tokens / reference).toFixed(1);

type Counted = { data: CostOfWordsData; state: CostOfWordsState; counts: readonly number[] };

function Counts({ data, state, counts }: Counted) {
  const english = counts[0] ?? 1;
  const order = data.languages
    .map((language, index) => ({ ...language, tokens: counts[index] ?? 0 }))
    .sort((a, b) => b.tokens - a.tokens);
  const [top] = order;
  return (
    <Part
      title="2. Count the tokens"
      say={`${top?.name} needs the most: ${top?.tokens} tokens, ${timesWords(top?.tokens ?? 0, english)} times as many as English. You said ${data.languages[state.most ?? 0]?.name}, ${state.times} times.`}
      result={
        <Table
          caption="The same text in tokens of o200k_base"
          columns={[
            { header: "Language" },
            { header: "Tokens", numeric: true },
            { header: "Times English", numeric: true },
            { header: "Characters", numeric: true },
            { header: "Characters per token", numeric: true },
          ]}
          rows={order.map(({ name, text, tokens }) => [
            name,
            tokens,
            timesWords(tokens, english),
            [...text].length,
            ([...text].length / tokens).toFixed(1),
          ])}
        />
      }
    />
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ most, times, isCounted }) => [most !== null, times !== null, isCounted],
  found: ({ most, times }, { languages }) => (
    <p>
      You expected {languages[most ?? 0]?.name} to need {times} times as many tokens as English. The tables
      show what it needs, and what a year of messages costs in each language.
    </p>
  ),
  Toy: CostOfWords,
});
