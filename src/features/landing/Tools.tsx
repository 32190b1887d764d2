import { outlineLesson } from "../../domain/course/course.ts";
import type { LessonId } from "../../domain/ids.ts";
import { SectionTitle } from "./SectionTitle.tsx";

const LOOP = [
  ["Decide", "What to hand over, and what to keep."],
  ["Brief", "Goal, context, example, format and limits."],
  ["Check", "Every claim that matters, back to its source."],
  ["Answer for it", "Say how AI was used and who checked the result."],
] as const;

const QUESTIONS = ["Who benefits?", "Who carries the risk?", "Who can say no?"] as const;

const TOOLS: readonly { name: string; text: string; lesson: LessonId }[] = [
  {
    name: "A checklist for prompts",
    text: "What a good brief contains, and a “safe to paste?” test before anything personal goes in.",
    lesson: "3",
  },
  {
    name: "A triage sheet for the rules",
    text: "Which law, framework or standard applies to this use of AI, and why, on one page.",
    lesson: "5",
  },
  {
    name: "A workflow card",
    text: "One task of your own, with a named human check, and an AI rule for your team in five lines.",
    lesson: "6",
  },
  {
    name: "Your own workbook",
    text: "The pages you fill in along the way become a review of a real use of AI, ending in go, change or stop.",
    lesson: "11",
  },
];

/** Shows what a learner takes away: the loop, the three questions and four tools. */
export function Tools() {
  return (
    <section aria-labelledby="tools" className="border-y border-line bg-sunken">
      <div className="page py-section">
        <SectionTitle id="tools" eyebrow="Practical tools" className="max-w-[40rem]">
          What you keep when the course is over
        </SectionTitle>
        <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr]">
          <div>
            <h3 className="font-sans text-lg font-semibold text-muted">One loop for every task</h3>
            <ol className="mt-3">
              {LOOP.map(([step, text]) => (
                <li
                  key={step}
                  className="grid items-baseline gap-x-6 border-b border-line py-3.5 sm:grid-cols-[12rem_1fr]"
                >
                  <span className="font-display text-3xl font-semibold">{step}</span>
                  <span className="text-lg">{text}</span>
                </li>
              ))}
            </ol>
          </div>
          <div className="rounded-card border border-edge bg-surface p-6 sm:p-8">
            <h3 className="font-sans text-lg font-semibold text-muted">Three questions for every system</h3>
            <ul className="mt-5 flex flex-col gap-4 font-display text-(length:--size-h2) leading-tight font-semibold">
              {QUESTIONS.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          </div>
        </div>
        <ul className="mt-16 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {TOOLS.map(({ name, text, lesson }) => (
            <li key={name} className="flex flex-col border-t-2 border-ink pt-4">
              <h3>{name}</h3>
              <p className="mt-2">{text}</p>
              <p className="mt-auto pt-3 text-base text-muted">
                Lesson {lesson}: {outlineLesson(lesson).title}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
