import { defineLab } from "../defineLab.tsx";
import { Guess, Part, percent } from "../kit.tsx";
import { sharesOf, strongest, wordsOf } from "./attention.ts";
import { type AttentionData, dataSchema } from "./data.ts";
import { useLooking } from "./Looking.tsx";
import { lastLook, type Props, Texts, textAt } from "./parts.tsx";
import { Order, Sharpness } from "./Settings.tsx";
import { type AttentionState, begin, MEANINGS, type Meaning, meaningOf, stateSchema } from "./state.ts";

const SIDES: Record<Meaning, string> = {
  first: "The side of a river",
  second: "A house for money",
  half: "Half of each",
};
const THINGS: Record<Meaning, string> = { first: "trophy", second: "suitcase", half: "Both alike" };

/** Five parts, each of which appears when the one before has a prediction. */
function Attention(props: Props) {
  const { look, meaning, last, amount } = props.state;
  return (
    <>
      <First {...props} />
      {look !== null && <Change {...props} />}
      {meaning !== null && <Last {...props} />}
      {last !== null && <Sharpness {...props} />}
      {amount !== null && <Order {...props} />}
    </>
  );
}

function First({ data: { bank }, state, onChange }: Props) {
  const text = textAt(bank, 0);
  const words = wordsOf(text);
  const top = strongest(lastLook(bank, text));
  const { picture, numbers } = useLooking(bank, text);
  const offered = words.flatMap((word, place) => (words.indexOf(word) === place ? [place] : []));
  if (state.look === null)
    return (
      <Part title="1. Where does a word look?" lead={<strong translate="no">{text}.</strong>} how={HOW_LOOK}>
        <Guess
          question={`The machine has just read “${bank.asker}”. At which word will it look most?`}
          options={offered.map((place) => words[place] ?? "")}
          onGuess={(picked) => onChange({ ...state, look: offered[picked] ?? null })}
        />
      </Part>
    );
  return (
    <Part
      title="1. Where does a word look?"
      say={`“${bank.asker}” gives ${percent(lastLook(bank, text).weights[top] ?? 0)} of its attention to “${words[top]}”. You said “${words[state.look]}”.`}
      result={numbers}
      how={HOW_LOOK}
    >
      {picture}
    </Part>
  );
}

const HOW_LOOK =
  "A language model reads from left to right. Each word looks back, at the words before it and at itself, and shares out its attention: the shares add up to 100%. Every word has three short lists of numbers. One says what it looks for, one says what it offers to others, and one holds what it brings along. Where a search fits an offer, the score is high, and a high score gets a large share. We made up all these numbers. Your device does the sums.";

function Change({ data: { bank }, state, onChange }: Props) {
  const [third] = bank.texts.slice(-1);
  const { picture, numbers } = useLooking(bank, textAt(bank, state.bank));
  if (state.meaning === null)
    return (
      <Part
        title="2. Change one word"
        lead={
          <>
            Now the machine reads: <strong translate="no">{third?.text}.</strong>
          </>
        }
      >
        <Guess
          question={`What will “${bank.asker}” mean to the machine?`}
          options={MEANINGS.map((each) => SIDES[each])}
          onGuess={(place) =>
            onChange({ ...state, meaning: MEANINGS[place] ?? null, bank: bank.texts.length - 1 })
          }
        />
      </Part>
    );
  const look = lastLook(bank, textAt(bank, state.bank));
  const [water, money] = sharesOf(look).map(percent);
  return (
    <Part
      title="2. Change one word"
      say={`With “${bank.texts[state.bank]?.name}”, the meaning of “${bank.asker}” is ${water} ${bank.gains[0]} and ${money} ${bank.gains[1]}. For “${third?.name}” you said: ${SIDES[state.meaning].toLowerCase()}.`}
      result={numbers}
      how={`From each word, “${bank.asker}” takes what that word brings, in the size of its share. By itself it is half ${bank.gains[0]}, half ${bank.gains[1]}. Chairs can go to both kinds of bank, so nothing in the sentence decides. The machine goes on all the same.`}
    >
      <Texts sentence={bank} value={state.bank} onChange={(index) => onChange({ ...state, bank: index })} />
      {picture}
    </Part>
  );
}

function Last({ data: { trophy }, state, onChange }: Props) {
  const [one, two] = trophy.texts;
  const text = textAt(trophy, state.trophy);
  const { picture, numbers } = useLooking(trophy, text);
  if (state.last === null)
    return (
      <Part title="3. What does “it” mean?" lead={<strong translate="no">{two?.text}.</strong>}>
        <Guess
          question={`Which word will “${two?.name}” look at most?`}
          options={MEANINGS.map((each) => THINGS[each])}
          onGuess={(place) => onChange({ ...state, last: MEANINGS[place] ?? null, trophy: 1 })}
        />
      </Part>
    );
  const look = lastLook(trophy, text);
  const top = strongest(look);
  return (
    <Part
      title="3. What does “it” mean?"
      lead="Now tap the word “it”."
      say={`“${look.words.at(-1)}” gives ${percent(look.weights[top] ?? 0)} of its attention to “${look.words[top]}”. For “${two?.name}” you said: ${THINGS[state.last].toLowerCase()}.`}
      result={numbers}
      how={`“It” looks for a thing, and finds two. It cannot decide, because the word that decides has not been read yet. Only “${one?.name}” or “${two?.name}” can: what is too big is the thing that should go in, and what is too small is the thing that should take it in. In this machine we wrote that down by hand. Nobody writes it down for a real model.`}
    >
      <Texts
        sentence={trophy}
        value={state.trophy}
        onChange={(index) => onChange({ ...state, trophy: index })}
      />
      {picture}
    </Part>
  );
}

/** How many predictions came true. */
function rightOf({ look, meaning, last, amount, colour }: AttentionState, data: AttentionData): number {
  const { bank, trophy, plate } = data;
  return [
    look === strongest(lastLook(bank, textAt(bank, 0))),
    meaning === meaningOf(lastLook(bank, textAt(bank, bank.texts.length - 1))),
    last === meaningOf(lastLook(trophy, textAt(trophy, 1))),
    amount === "same",
    colour === meaningOf(lastLook(plate, textAt(plate, 0), { sharpness: 1, hasOrder: false })),
  ].filter(Boolean).length;
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ look, meaning, last, amount, colour }) =>
    [look, meaning, last, amount, colour].map((guess) => guess !== null),
  found: (state, data) => (
    <p>
      {rightOf(state, data)} of your 5 predictions came true. A word takes its meaning from the words at which
      it looks. Where nothing decided, your machine went on with half of each.
    </p>
  ),
  Toy: Attention,
});
