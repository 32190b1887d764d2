import { Accordion } from "../../../src/ui/Accordion.tsx";
import { Disclosure } from "../../../src/ui/Disclosure.tsx";
import { Specimen } from "../Specimen.tsx";

const QUESTIONS = [
  { title: "Do I need an AI account?", content: <p>No. Every lesson works without one.</p> },
  {
    title: "Does it work without a connection, on a train or in a place where data is dear?",
    content: <p>Yes. Lessons and quizzes are kept on the device; progress is sent later.</p>,
  },
  { title: "How long does a lesson take?", content: <p>About thirty minutes.</p> },
];

export function Disclosing() {
  return (
    <>
      <Specimen
        title="Accordion"
        note="Native disclosure: opens before scripts run, and the browser's search finds it."
      >
        <Accordion headingLevel={4} items={QUESTIONS} className="max-w-[42rem]" />
      </Specimen>
      <Specimen title="Accordion, one open at a time">
        <Accordion headingLevel={4} exclusive items={QUESTIONS.slice(0, 2)} className="max-w-[42rem]" />
      </Specimen>
      <Specimen title="Disclosure, open">
        <Disclosure open summary="Module 1 · AI Fundamentals" className="max-w-[42rem]">
          <p>Three lessons.</p>
        </Disclosure>
      </Specimen>
    </>
  );
}
