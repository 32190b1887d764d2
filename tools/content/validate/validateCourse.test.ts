import { expect, test } from "vitest";
import type { LessonPack } from "../../../src/domain/course/pack.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { readLesson } from "../lesson/lessonSource.ts";
import { parseMarkdown } from "../text/markdown.ts";
import { readableText } from "../text/readableText.ts";
import { courseFaults } from "./courseRules.ts";
import { measure } from "./measure.ts";
import { keepsToPlan, quizIsFair } from "./planRules.ts";
import { asksOften } from "./responses.ts";
import type { LessonUnderTest, Rule } from "./rule.ts";
import { comesBackToTheLoop, fitsThirtyMinutes, hasParts, hasShape } from "./shapeRules.ts";
import { hasGoodSteps, stepsAddUp } from "./stepRules.ts";
import {
  datesLaw,
  hasLength,
  isReadable,
  linksTerms,
  saysHorizonIsNotAi,
  saysItQuietly,
  saysNothingForbidden,
} from "./textRules.ts";

function lesson(text: string, lessonId: LessonId = "3", pack: Partial<LessonPack> = {}): LessonUnderTest {
  const tree = parseMarkdown(text);
  return {
    lessonId,
    // No such folder exists: these rules check the text only.
    source: readLesson("/nowhere", "nowhere", lessonId, []),
    tree,
    text: readableText(tree),
    measures: measure(tree),
    pack: { ...lessonPack(lessonId), ...pack },
  };
}

const ASKED = ':::ask{question="A?"}\n- [x] B\n:::';

const SHAPED = `:::::recall{minutes=2}
::::ask{question="A?"}
B.
::::
::::ask{question="C?"}
D.
::::
:::::

:::case
Words.
:::

:::ask{question="A?"}
B.
:::

:::ask{question="C?"}
D.
:::

::::example
:::turn{ask="What?"}
Ours.
:::
::::

::::activity
:::variant{for="student"}
A.
:::
:::variant{for="ngo"}
A.
:::
:::variant{for="professional"}
A.
:::
::::

:::reflection
Words.
:::

![A drawing](a.svg)

::drawing[Another]{file="b.svg" ask="Which?" views="A | B" says="C | D"}
`;
const LOOP = "Decide. Brief. Check. Answer for it. Who benefits? Who carries the risk? Who can say no?";
const long = (words: number) => "word ".repeat(words);
const heavy = "Organisational accountability necessitates comprehensive documentation of responsibilities.";
/** A lesson of six good steps, with one text in it replaced. */
function stepped(before = "", after = ""): LessonUnderTest {
  const sections = ["One", "Two", "Three", "Four", "Five", "Six"].map(
    (title) => `## ${title}\n\n${long(300)}`,
  );
  return lesson(sections.join("\n\n").replace(before, after));
}
const equalQuiz = (places: number[]) => ({ quiz: lessonPack("3", places).quiz });

const CASES: [fault: string, rule: Rule, good: LessonUnderTest, bad: LessonUnderTest, message: RegExp][] = [
  ["has no case", hasShape, lesson(SHAPED), lesson(SHAPED.replace(":::case", ":::note")), /has no case/],
  [
    "puts the reflection before the activity",
    hasShape,
    lesson(SHAPED),
    lesson(
      `${SHAPED.replace(":::reflection", ":::note")}`.replace(":::case", ":::reflection\nA.\n:::\n\n:::case"),
    ),
    /reflection comes too early/,
  ],
  [
    "gives the learner no turn",
    hasParts,
    lesson(SHAPED),
    lesson(SHAPED.replace(":::turn{ask", ":::ask{question")),
    /no turn for the learner/,
  ],
  [
    "omits an audience",
    hasParts,
    lesson(SHAPED),
    lesson(SHAPED.replace('"ngo"', '"student"')),
    /no variant for ngo/,
  ],
  [
    "has one drawing",
    hasParts,
    lesson(SHAPED),
    lesson(SHAPED.replace("![A drawing](a.svg)", "")),
    /1 drawings, needs 2/,
  ],
  [
    "has fewer than two questions",
    hasParts,
    lesson(SHAPED),
    lesson(SHAPED.replace('::::ask{question="C?"}\nD.\n::::\n', "")),
    /fewer than two questions/,
  ],
  [
    "asks too seldom",
    asksOften,
    lesson(`${long(300)}\n\n${ASKED}\n\n${long(100)}`),
    lesson(`${long(300)}\n\n${ASKED}\n\n${long(200)}`),
    /1 questions and fields in 3 minutes of reading, needs one for each 2/,
  ],
  [
    "is silent for long",
    asksOften,
    lesson(`${ASKED}\n\n${ASKED}\n\n${long(600)}`),
    lesson(`${ASKED}\n\n${ASKED}\n\n${long(610)}`),
    /3.0 minutes of reading without a question/,
  ],
  [
    "takes too long",
    fitsThirtyMinutes,
    lesson(SHAPED),
    lesson(SHAPED.replace("minutes=2", "minutes=18")),
    /take 18 minutes/,
  ],
  [
    "omits the question of who can say no",
    comesBackToTheLoop,
    lesson(LOOP),
    lesson(LOOP.replace("Who can say no?", "")),
    /never comes back to "who can say no"/,
  ],
  ["is too short", hasLength, lesson(long(1600)), lesson(long(1599)), /has 1599 words/],
  ["is too long", hasLength, lesson(long(2600)), lesson(long(2601)), /has 2601 words/],
  ["is hard to read", isReadable, lesson("You ask. It answers."), lesson(heavy), /reading grade/],
  [
    "cites law without its date",
    datesLaw,
    lesson("Law as at 20 November 2026. This is not legal advice.", "5"),
    lesson("This is not legal advice.", "5"),
    /never says "Law as at/,
  ],
  [
    "cites law without a disclaimer, in a lesson that is not expected to cite law",
    datesLaw,
    lesson("Words.", "3"),
    lesson("Law as at 20 November 2026.", "3", {
      sources: [{ title: "Regulation (EU) 2024/1689", date: "2026" }],
    }),
    /never says "not legal advice"/,
  ],
  [
    "uses another author's framework",
    saysNothingForbidden,
    lesson("Decide."),
    lesson("The 4D framework."),
    /says "4D"/,
  ],
  [
    "promises compliance",
    saysNothingForbidden,
    lesson("It helps."),
    lesson("It makes you compliant."),
    /compliant/,
  ],
  [
    "cites an unconfirmed source",
    saysNothingForbidden,
    lesson("A case."),
    lesson("Moffatt shows it."),
    /Moffatt/,
  ],
  ["uses an exclamation mark", saysItQuietly, lesson("Look."), lesson("Look!"), /exclamation mark/],
  [
    "does not say that Horizon is not AI",
    saysHorizonIsNotAi,
    lesson("Horizon was **not AI**."),
    lesson("Horizon was wrong."),
    /Horizon/,
  ],
  [
    "links to no other lesson's terms",
    linksTerms,
    lesson("Words.", "3", { references: ["A", "B", "C"].map((term) => ({ term, definition: "x" })) }),
    lesson("Words.", "3", { references: [] }),
    /links to 0 terms/,
  ],
  [
    "has too few steps",
    hasGoodSteps,
    stepped(),
    stepped(`## Six\n\n${long(300)}`),
    /has 5 steps, needs 6 to 16/,
  ],
  [
    "has a step that is too long",
    hasGoodSteps,
    stepped(),
    stepped(long(300), long(950)),
    /takes 4.8 minutes/,
  ],
  [
    "has a step that is too short",
    hasGoodSteps,
    stepped(),
    stepped(long(300), `${long(200)}\n\n::step[End]\n\nWords.`),
    /takes 0.0 minutes/,
  ],
  [
    "has a step without a title",
    hasGoodSteps,
    stepped(),
    stepped(long(300), `${long(200)}\n\n::step\n\n${long(200)}`),
    /has no title: write ::step/,
  ],
  [
    "has a step whose title is too long",
    hasGoodSteps,
    stepped(),
    stepped("## Six", `## ${"Six ".repeat(11)}`),
    /has a title of 43 characters, at most 40/,
  ],
  [
    "has two steps with the same title",
    hasGoodSteps,
    stepped(),
    stepped("## Six", "## Two"),
    /has the same title as step 2/,
  ],
  [
    "takes much less time than it says",
    stepsAddUp,
    lesson("Words.", "3", { steps: [{ title: "A", minutes: 20, end: 1 }] }),
    lesson("Words.", "3", { steps: [{ title: "A", minutes: 19, end: 1 }] }),
    /take 23 minutes, the lesson has 30/,
  ],
  [
    "has its correct answers in only two positions",
    quizIsFair,
    lesson("W.", "3", equalQuiz([0, 1, 2, 0, 1])),
    lesson("W.", "3", equalQuiz([0, 1, 0, 1, 0])),
    /are in 2 positions/,
  ],
];

test.each(CASES)(
  "the editorial rules report a lesson that %s, but not its correct version",
  (_fault, rule, good, bad, message) => {
    const said = (result: ReturnType<Rule>) =>
      result.map((each) => (typeof each === "string" ? each : each.message));
    expect(said(rule(good)).filter((each) => message.test(each))).toEqual([]);
    expect(said(rule(bad))).toContainEqual(expect.stringMatching(message));
  },
);

test("the editorial rules report a missing field, sheet or review that other lessons need", () => {
  const faults = keepsToPlan(lesson("Words.", "3"));
  expect(faults).toContain("the sheet prompt-checklist is missing");
  expect(faults).toContain("the workbook field l03-case is missing");
  expect(faults).toContain("the lesson has no review.yaml");
});

test("correct answers must be spread evenly over the positions, even while lessons are missing", () => {
  const even = [lessonPack("1", [0, 1, 2, 3, 0]), lessonPack("2", [1, 2, 3, 0, 1])];
  expect(courseFaults(even)).toEqual([]);
  const uneven = [lessonPack("1", [0, 1, 2, 0, 0]), lessonPack("2", [1, 2, 0, 0, 1])];
  expect(courseFaults(uneven)).toEqual([
    "5 of 10 correct answers are in position 0, needs 2 to 4",
    "0 of 10 correct answers are in position 3, needs 2 to 4",
  ]);
});
