import { PencilLine, RefreshCw, Smartphone } from "lucide-react";

const STEPS = [
  {
    Icon: Smartphone,
    title: "Lessons live on your device",
    text: "Once you are signed in, lessons and quizzes are kept on your phone or computer. Open them on a train, in a basement or with no data left.",
  },
  {
    Icon: PencilLine,
    title: "Your work is saved as you go",
    text: "Each finished lesson and quiz score is written to your device first. Closing the lid or losing the signal does not lose it.",
  },
  {
    Icon: RefreshCw,
    title: "It follows you when you are back",
    text: "With a connection again, your progress is sent to your account and appears on your other devices.",
  },
] as const;

/** What "works offline" means for a learner. */
export function HowItWorks() {
  return (
    <section aria-labelledby="offline" className="page py-16">
      <p className="eyebrow">Made for real days</p>
      <h2 id="offline" className="mt-3 max-w-[34rem]">
        It works without a connection
      </h2>
      <ul className="mt-10 grid gap-10 md:grid-cols-3">
        {STEPS.map(({ Icon, title, text }) => (
          <li key={title} className="flex flex-col gap-3 border-t-2 border-ink pt-5">
            <Icon aria-hidden="true" className="size-7 text-accent" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
