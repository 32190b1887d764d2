import { useState } from "react";
import { once } from "../../../domain/once.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { TextArea } from "../../../ui/form/TextArea.tsx";
import { Table } from "../../../ui/Table.tsx";
import type { ToyProps } from "../defineLab.tsx";
import { Part } from "../kit.tsx";
import type { CostOfWordsData } from "./data.ts";
import { encode } from "./encode.ts";
import type { Vocabulary } from "./packed.ts";
import { type CostOfWordsState, costOf, MAX_TEXT } from "./state.ts";

const NUMBER = once(() => new Intl.NumberFormat("en-GB"));
/** One sentence costs next to nothing, so the table shows a service that answers so many messages. */
const MESSAGES = 100_000;

type Props = Omit<ToyProps<CostOfWordsData, CostOfWordsState>, "answerTo">;

export function Costs({ data, state, onChange, counts }: Props & { counts: readonly number[] }) {
  const settings = {
    price: data.prices[state.price] ?? 1,
    window: data.windows[state.window] ?? 1,
    speed: data.speeds[state.speed] ?? 1,
  };
  const choice = (legend: string, key: "price" | "window" | "speed", labels: readonly string[]) => (
    <RadioGroup
      legend={legend}
      look="chips"
      options={labels.map((label, index) => ({ value: `${index}`, label }))}
      value={`${state[key]}`}
      onChange={(index) => onChange({ ...state, [key]: Number(index) })}
    />
  );
  const year = (index: number) => `£${(costOf(counts[index] ?? 0, settings).pounds * MESSAGES).toFixed(2)}`;
  return (
    <Part
      title="3. What that means"
      lead={`An advice service answers ${NUMBER().format(MESSAGES)} messages a year, each as long as this text.`}
      say={`A year in ${data.languages[0]?.name}: ${year(0)}. In ${data.languages[state.most ?? 0]?.name}: ${year(state.most ?? 0)}.`}
      result={
        <Table
          caption="The same service in each language"
          columns={[
            { header: "Language" },
            { header: "Price per year", numeric: true },
            { header: "Messages that fit in the window", numeric: true },
            { header: "Seconds to write one", numeric: true },
          ]}
          rows={data.languages.map(({ name }, index) => {
            const { fits, seconds } = costOf(counts[index] ?? 0, settings);
            return [name, year(index), NUMBER().format(fits), seconds.toFixed(1)];
          })}
        />
      }
      how="The prices, sizes and speeds are made up. Set them as you like."
    >
      {choice(
        "Price of a million tokens",
        "price",
        data.prices.map((price) => `£${price}`),
      )}
      {choice(
        "Context window, in tokens",
        "window",
        data.windows.map((window) => NUMBER().format(window)),
      )}
      {choice(
        "Speed, in tokens per second",
        "speed",
        data.speeds.map((speed) => `${speed}`),
      )}
    </Part>
  );
}

/** Two texts of the learner's own. They are not part of the state, which is synced. */
export function Own({ vocabulary }: { vocabulary: Vocabulary }) {
  return (
    <Part
      title="4. Your own words"
      lead="Write a sentence twice: in English, and in another language or style."
      how="What you type here is not saved and does not leave this device."
    >
      <OwnText label="A sentence" vocabulary={vocabulary} />
      <OwnText label="The same, said differently" vocabulary={vocabulary} />
    </Part>
  );
}

function OwnText({ label, vocabulary }: { label: string; vocabulary: Vocabulary }) {
  const [text, setText] = useState("");
  const tokens = encode(vocabulary, text).length;
  return (
    <div className="flex flex-col gap-2">
      <Field label={label}>
        {({ required: _, ...control }) => (
          <TextArea
            {...control}
            dir="auto"
            rows={2}
            autoComplete="off"
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <p role="status">
        {text !== "" &&
          `${tokens} ${tokens === 1 ? "token" : "tokens"} for ${[...text].length} characters: ${([...text].length / tokens).toFixed(1)} characters per token.`}
      </p>
    </div>
  );
}
