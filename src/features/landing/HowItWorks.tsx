import { SectionTitle } from "./SectionTitle.tsx";

const MOMENTS = [
  {
    when: "At home",
    title: "Lessons live on your device",
    text: "Once you are signed in, lessons and quizzes are kept on your phone or computer.",
  },
  {
    when: "On the train",
    title: "Your work is saved as you go",
    text: "No signal, no data left: you read, answer the quiz and close the lid. Each finished lesson and quiz score is written to your device first.",
  },
  {
    when: "Back online",
    title: "It follows you",
    text: "Your progress is sent to your account and appears on your other devices.",
  },
] as const;

/** What "works offline" means for a learner, told as one day. */
export function HowItWorks() {
  return (
    <section aria-labelledby="offline" className="page pb-section">
      <div className="rounded-card border border-edge p-6 sm:p-10">
        <SectionTitle id="offline" eyebrow="Made for real days">
          It works without a connection
        </SectionTitle>
        <ol className="mt-8 grid gap-x-10 gap-y-7 md:grid-cols-3">
          {MOMENTS.map(({ when, title, text }) => (
            <li key={when}>
              <p className="text-muted">{when}</p>
              <h3 className="mt-1">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
