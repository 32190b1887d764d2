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
    text: "With no signal or no data left, you can still read and take the quiz. Each finished lesson and quiz score is saved to your device first.",
  },
  {
    when: "Back online",
    title: "Your other devices catch up",
    text: "Your progress is sent to your account and appears wherever you sign in.",
  },
] as const;

/** What "works offline" means for a learner, told as one day. */
export function HowItWorks() {
  return (
    <section aria-labelledby="offline" className="page pb-section">
      <div className="rounded-card border border-edge p-6 sm:p-10">
        <SectionTitle id="offline" eyebrow="Made for real life">
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
