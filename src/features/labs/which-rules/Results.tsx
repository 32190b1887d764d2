import { Printer } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Part } from "../kit.tsx";
import type { System, WhichRulesData } from "./data.ts";
import { isFinished, strictSystems, turnsByTopic, type WhichRulesState, walk, wrongTurns } from "./walk.ts";

type Props = { data: WhichRulesData; state: WhichRulesState; guess: number };

/** What applies to each finished system, as a table to print. */
export function Results({ data, state, guess }: Props) {
  const { systems } = data;
  const { choices, finished } = state;
  const strict = strictSystems(data);
  const left = systems.length - finished;
  const turns = [...turnsByTopic(data, choices)];
  const topics = turns.map(([topic]) => topic);
  const rows = systems.flatMap((system, index) => {
    const made = choices[index] ?? "";
    return isFinished(data, system, made) ? [rowOf(data, topics, system, made)] : [];
  });
  return (
    <Part
      title="3. What applies to what"
      say={`${strict.length} of ${systems.length} are prohibited or high-risk. You said ${guess}.`}
      result={
        <>
          <Table
            caption="Your finished systems"
            columns={[
              { header: "System" },
              ...topics.map((topic) => ({ header: topic })),
              { header: "Wrong turns", numeric: true },
            ]}
            rows={rows}
          />
          <p>
            {data.law}
            {left > 0 && ` ${left} of the systems ${left === 1 ? "is" : "are"} still open.`}
          </p>
          <Table
            caption="Where you took wrong turns"
            columns={[{ header: "Question about" }, { header: "Wrong turns", numeric: true }]}
            rows={turns}
          />
          <Button
            variant="secondary"
            className="gap-2 self-start print:hidden"
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" className="size-5" />
            Print or save as PDF
          </Button>
        </>
      }
    />
  );
}

/** One cell per topic. The steps about the EU AI Act share one. */
function rowOf(data: WhichRulesData, topics: readonly string[], system: System, made: string) {
  const steps = walk(data, system, made);
  return [
    system.name,
    ...topics.map((topic) =>
      steps
        .filter(({ node }) => node.topic === topic)
        .map(({ right }) => right.short)
        .join(": "),
    ),
    wrongTurns(steps),
  ];
}
