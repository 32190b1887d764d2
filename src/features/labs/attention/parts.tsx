import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import type { ToyProps } from "../defineLab.tsx";
import { lookOf, type Setting, USUAL, wordsOf } from "./attention.ts";
import type { AttentionData, Sentence } from "./data.ts";
import type { AttentionState } from "./state.ts";

/** What every part of the lab receives. */
export type Props = Omit<ToyProps<AttentionData, AttentionState>, "answerTo">;

export const textAt = ({ texts }: Sentence, index: number) => texts[index]?.text ?? "";
/** Where the last word of a text looks. */
export const lastLook = (sentence: Sentence, text: string, setting: Setting = USUAL) =>
  lookOf(sentence, text, wordsOf(text).length - 1, setting);

type TextsProps = { sentence: Sentence; value: number; onChange: (index: number) => void };

/** Chooses one of the texts of a sentence. */
export function Texts({ sentence: { texts }, value, onChange }: TextsProps) {
  return (
    <RadioGroup
      legend="What it reads"
      look="chips"
      options={texts.map(({ name }, index) => ({ value: `${index}`, label: name }))}
      value={`${value}`}
      onChange={(index) => onChange(Number(index))}
    />
  );
}
