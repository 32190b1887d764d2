import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Table } from "../../../ui/Table.tsx";
import { percent } from "../kit.tsx";
import { type Look, lookOf, type Setting, sharesOf, USUAL, wordsOf } from "./attention.ts";
import type { Sentence } from "./data.ts";

/**
 * A text in which the learner taps a word and sees where it looks: at first the last word. `picture` goes where the toy
 * is, `numbers` where the result is.
 */
export function useLooking(sentence: Sentence, text: string, setting: Setting = USUAL) {
  const words = wordsOf(text);
  const [tapped, setTapped] = useState(words.length - 1);
  const look = lookOf(sentence, text, Math.min(tapped, words.length - 1), setting);
  return {
    picture: <Picture words={words} look={look} onTap={setTapped} />,
    numbers: <Numbers sentence={sentence} look={look} />,
  };
}

type PictureProps = { words: readonly string[]; look: Look; onTap: (place: number) => void };

function Picture({ words, look, onTap }: PictureProps) {
  const asker = look.words.length - 1;
  return (
    <div className="flex flex-col gap-3">
      <p aria-live="polite" className="text-base">
        Tap a word to see where it looks. {saidOf(look)}
        {asker < words.length - 1 && " The words after it are not there yet."}
      </p>
      <div dir="ltr" className="grid w-fit max-w-full grid-cols-[auto_minmax(1.5rem,8rem)] gap-x-2">
        <ol className="grid list-none auto-rows-fr gap-1 pl-0">
          {words.map((word, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice, and its place is what counts
            <li key={place} className="m-0! flex items-center gap-2">
              <Button
                variant="secondary"
                translate="no"
                aria-pressed={place === asker}
                className={cx("min-w-[min(7rem,40vw)] justify-start!", place === asker && "lab-picked")}
                onClick={() => onTap(place)}
              >
                {word}
              </Button>
              <span className="text-base tabular-nums">
                {place <= asker ? (
                  percent(look.weights[place] ?? 0)
                ) : (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">not there yet</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
        {/* A colour on the drawing itself would stay in forced colours. */}
        <div className="text-accent">
          <Lines look={look} count={words.length} />
        </div>
      </div>
    </div>
  );
}

function saidOf(look: Look): string {
  const asker = look.words.at(-1);
  const top = Math.max(...look.weights);
  const favourites = look.words.filter((_, place) => (look.weights[place] ?? 0) > top - 0.005);
  if (look.words.length === 1) return `“${asker}” is the first word and sees only itself.`;
  if (favourites.length === look.words.length) return `“${asker}” looks at every word alike.`;
  return `“${asker}” looks most at ${favourites.map((word) => `“${word}”`).join(" and ")}: ${percent(top)}${favourites.length > 1 ? " each" : ""}.`;
}

const ROW = 10;
const THICKEST = 14;

/** Decorative: each word has its share as a number. */
function Lines({ look: { weights }, count }: { look: Look; count: number }) {
  const middle = (place: number) => (place + 0.5) * ROW;
  const from = middle(weights.length - 1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${count * ROW}`}
      preserveAspectRatio="none"
      className="size-full"
    >
      {weights.map((weight, place) => {
        const isOwn = place === weights.length - 1;
        const [start, end] = isOwn ? [from - 2, from + 2] : [from, middle(place)];
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={place}
            d={`M0 ${start}C${isOwn ? 40 : 110} ${start} ${isOwn ? 40 : 110} ${end} 0 ${end}`}
            strokeWidth={1 + THICKEST * weight}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-current"
          />
        );
      })}
    </svg>
  );
}

const NUMBER = (value: number) => value.toFixed(1).replace("-", "−");

function listOf(names: readonly string[], numbers: readonly number[] | undefined): string {
  const said = names.flatMap((name, index) => (numbers?.[index] ? [`${name} ${numbers[index]}`] : []));
  return said.join(", ") || "nothing";
}

/** The same in numbers, and the lists from which they come. */
function Numbers({ sentence: { features, gains, words }, look }: { sentence: Sentence; look: Look }) {
  const asker = look.words.at(-1) ?? "";
  const shares = sharesOf(look).map(percent);
  return (
    <Disclosure summary="The numbers">
      <Table
        caption={`“${asker}” looks for: ${listOf(features, words[asker]?.seeks)}`}
        columns={[
          { header: "Word" },
          { header: "Offers" },
          { header: "Brings" },
          { header: "Score", numeric: true },
          { header: "Share", numeric: true },
        ]}
        rows={look.words.map((word, place) => [
          word,
          listOf(features, words[word]?.offers),
          listOf(gains, words[word]?.brings),
          NUMBER(look.scores[place] ?? 0),
          percent(look.weights[place] ?? 0),
        ])}
      />
      <p className="mt-3 text-base">
        Taken in all: {gains[0]} {look.taken[0].toFixed(2)}, {gains[1]} {look.taken[1].toFixed(2)}. That is{" "}
        {shares[0]} to {shares[1]}.
      </p>
    </Disclosure>
  );
}
