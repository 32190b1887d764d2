import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { type Sorted, TRY_IT } from "./tryIt.ts";

/**
 * Three messages of the lab "Teach a machine to sort mail". Native radio buttons and CSS alone: it works as soon as it is
 * painted, before or without scripts.
 */
export function TryIt() {
  return (
    <section aria-labelledby="try-it" className="rounded-card border border-edge bg-surface p-5 sm:p-7">
      <h2 id="try-it" className="text-2xl">
        You or the machine?
      </h2>
      <p className="mt-2 text-muted">
        A machine learned from 20 messages to a housing office. Must someone act on these three today?
      </p>
      <ol className="mt-5 flex flex-col gap-5">
        {TRY_IT.map((sorted, index) => (
          <li key={sorted.text}>
            <Message {...sorted} name={`try-it-${index + 1}`} />
          </li>
        ))}
      </ol>
      <p className="mt-5 border-t border-line pt-4">
        <span>In every lesson, you decide first and then see why.</span>{" "}
        <TextLink to={paths.course(PREVIEW_LESSON_ID)} className="font-semibold">
          Read lesson 1 free
        </TextLink>
      </p>
    </section>
  );
}

const LABELS = { urgent: "Urgent", wait: "Can wait" } as const;
type Choice = keyof typeof LABELS;
const CHOICES: readonly Choice[] = ["urgent", "wait"];
/** Spelt out, because the stylesheet has only the classes that are in the source. */
const SHOWN: Record<Choice, string> = {
  urgent: "group-has-[[value=urgent]:checked]/try:block",
  wait: "group-has-[[value=wait]:checked]/try:block",
};

function Message({ name, ...sorted }: Sorted & { name: string }) {
  return (
    <fieldset className="group/try min-w-0">
      <legend className="font-display text-xl leading-snug">“{sorted.text}”</legend>
      <div className="segments mt-2.5 flex">
        {CHOICES.map((choice) => (
          <label key={choice} className="segment">
            <input type="radio" name={name} value={choice} className="covering-input" />
            {LABELS[choice]}
          </label>
        ))}
      </div>
      <div role="status">
        {CHOICES.map((choice) => (
          <p
            key={choice}
            className={`mt-2 hidden rounded-card bg-note-soft px-4 py-3 text-base ${SHOWN[choice]}`}
          >
            {replyTo(choice, sorted)}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether the reader decides as we do, what the machine says, and why. */
export function replyTo(choice: Choice, { machine, isRight, words, more }: Sorted): string {
  const agrees = choice === machine;
  const says = agrees ? "The machine agrees" : `The machine says “${LABELS[machine].toLowerCase()}”`;
  const kind = machine === "urgent" ? "urgent messages" : "messages that could wait";
  return [
    agrees === isRight && "You are right.",
    `${says}, over 99% sure${isRight && !agrees ? ", and so do we" : ""}.`,
    agrees && !isRight && "Read it again.",
    `It met ${words} only in ${kind}.`,
    more,
  ]
    .filter(Boolean)
    .join(" ");
}
