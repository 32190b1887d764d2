import { Table } from "../../../ui/Table.tsx";
import { Part, percent } from "../kit.tsx";
import type { HumanCheckData } from "./data.ts";
import {
  byOrder,
  bySpeed,
  chanceOfGap,
  type Decision,
  decisionsOf,
  plausibleRates,
  type Tally,
  tally,
} from "./results.ts";
import type { HumanCheckState } from "./state.ts";
import { Timeline } from "./Timeline.tsx";
import { ANSWER_NAMES, PAST, reasonWords, secondsWords } from "./words.ts";

type Props = { data: HumanCheckData; state: HumanCheckState; guess: number };

/** What the learner's own decisions show, and what they are too few to show. */
export function Result({ data, state, guess }: Props) {
  const decisions = decisionsOf(data, state);
  const all = tally(decisions);
  const untimed = decisions.filter(({ tenths }) => tenths === null).length;
  return (
    <>
      <Part
        title="3. What you caught"
        say={`You caught ${all.caught} of ${all.planted} wrong suggestions. You said ${guess} of 10.`}
        result={
          <>
            <Table
              caption={`Your ${all.cases} decisions`}
              columns={[{ header: "What you did" }, { header: "How often", numeric: true }]}
              rows={[
                ["Decided as the system suggested", `${all.agreed} of ${all.cases}`],
                ["Caught a wrong suggestion", `${all.caught} of ${all.planted}`],
                ["Overrode a right suggestion", `${all.overridden} of ${all.cases - all.planted}`],
                ["Right, you with the system", `${all.right} of ${all.cases}`],
                ["Right, the system alone", `${all.cases - all.planted} of ${all.cases}`],
              ]}
            />
            <p>{verdict(all)}</p>
            <Planted data={data} decisions={decisions.filter(({ isPlanted }) => isPlanted)} />
            {all.overridden > 0 && (
              <Overridden
                data={data}
                decisions={decisions.filter(({ isPlanted, isRight }) => !isPlanted && !isRight)}
              />
            )}
          </>
        }
      />
      <Part
        title="4. Speed and order"
        result={
          <>
            <Timeline decisions={decisions} />
            <Halves decisions={decisions} />
          </>
        }
        how={
          <>
            {untimed > 0 && (
              <p>
                {untimed === 1 ? "One decision has" : `${untimed} decisions have`} no time: the page was
                hidden or reloaded meanwhile, it took more than a minute, or it came after an undo.{" "}
                {untimed === 1 ? "It counts" : "They count"} everywhere except by speed.
              </p>
            )}
            <Doubt decisions={decisions} all={all} />
          </>
        }
      />
    </>
  );
}

/** Whether the human check made the decisions better than the system's own. */
function verdict({ right, cases, planted, agreed }: Tally): string {
  if (agreed === cases) return "You followed every suggestion, so the decisions are the system’s own.";
  const gain = right - (cases - planted);
  if (gain > 0) return `Your check made ${gain} more of the ${cases} decisions right than the system alone.`;
  if (gain === 0)
    return "Your check made no more decisions right than the system alone: what it caught and what it spoiled cancel out.";
  return `Your check made ${-gain} fewer of the ${cases} decisions right than the system alone.`;
}

type ListProps = { data: HumanCheckData; decisions: readonly Decision[] };

function Planted({ data, decisions }: ListProps) {
  return (
    <Table
      caption="The wrong suggestions"
      columns={[{ header: "Application" }, { header: "By the rules" }, { header: "You" }, { header: "Time" }]}
      rows={decisions.map((decision) => [
        `${decision.number}. ${decision.application.group}`,
        `${ANSWER_NAMES[decision.application.right]}: ${reasonWords(data, decision.application)}`,
        decision.isRight ? "Caught it" : `Missed it (${PAST[decision.answer]})`,
        secondsWords(decision.tenths),
      ])}
    />
  );
}

function Overridden({ data, decisions }: ListProps) {
  return (
    <Table
      caption="Right suggestions that you overrode"
      columns={[{ header: "Application" }, { header: "By the rules" }, { header: "Time" }]}
      rows={decisions.map(({ number, application, tenths }) => [
        `${number}. ${application.group}`,
        `${ANSWER_NAMES[application.right]}: ${reasonWords(data, application)}`,
        secondsWords(tenths),
      ])}
    />
  );
}

function Halves({ decisions }: { decisions: readonly Decision[] }) {
  const { faster, slower } = bySpeed(decisions);
  const { first, second } = byOrder(decisions);
  const row = (name: string, part: readonly Decision[]) => {
    const { cases, medianTenths, agreed, caught, planted } = tally(part);
    return [
      name,
      medianTenths === null ? "no times" : secondsWords(medianTenths),
      `${agreed} of ${cases}`,
      `${caught} of ${planted}`,
    ];
  };
  return (
    <Table
      caption="Your decisions in halves"
      columns={[
        { header: "Half" },
        { header: "Middle time", numeric: true },
        { header: "Agreed", numeric: true },
        { header: "Errors caught", numeric: true },
      ]}
      rows={[
        row("Your faster decisions", faster),
        row("Your slower decisions", slower),
        row(`Applications 1 to ${first.length}`, first),
        row(`Applications ${first.length + 1} to ${decisions.length}`, second),
      ]}
    />
  );
}

/** How little so few errors can show. */
function Doubt({ decisions, all }: { decisions: readonly Decision[]; all: Tally }) {
  const [least, most] = plausibleRates(all);
  const { faster, slower } = bySpeed(decisions);
  return (
    <>
      <p>
        <strong>These are too few errors for a conclusion about you.</strong> You caught {all.caught} of{" "}
        {all.planted}. With many more cases like these, your share could turn out to be anything from{" "}
        {percent(least)} to {percent(most)}.
      </p>
      <p>
        {gapWords(tally(faster), tally(slower))} Even the clearest difference that six errors can show comes
        up by chance in more than 6 of 100 runs.
      </p>
    </>
  );
}

function gapWords(faster: Tally, slower: Tally): string {
  if (faster.planted === 0 || slower.planted === 0)
    return "The wrong suggestions with a time all fell into one half, so you cannot compare your speeds this time.";
  if (faster.caught * slower.planted === slower.caught * faster.planted)
    return "You caught the same share in your faster and your slower half. That does not show that speed makes no difference, either.";
  const better = faster.caught * slower.planted > slower.caught * faster.planted ? "faster" : "slower";
  const lead = `You caught a larger share in your ${better} half.`;
  const times = Math.max(1, Math.round(100 * chanceOfGap(faster, slower)));
  if (times === 100)
    return `${lead} But with so few errors every run would show a gap of at least this size, even if speed made no difference at all.`;
  return `${lead} But if speed made no difference at all, a gap of at least this size would still appear in about ${times} of 100 such runs.`;
}
