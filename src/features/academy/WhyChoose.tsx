const REASONS = [
  [
    "You do, and not only read",
    "Every lesson has an activity in three versions: for students, for NGOs and for professionals. Quiz answers explain themselves, the wrong ones too.",
  ],
  [
    "Sources are named",
    "A figure names where it comes from, and law is dated. Where the evidence is thin, the lesson says so.",
  ],
  [
    "More than one ethics",
    "Ubuntu and decolonial thinking stand beside the EU AI Act, ISO and NIST: whose values a system follows is a question, not a given.",
  ],
  [
    "It works offline",
    "Lessons, quizzes and progress are kept on your device and sent to your account when there is a connection.",
  ],
] as const;

export function WhyChoose() {
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why this course</h2>
      <dl className="mt-6 flex flex-col">
        {REASONS.map(([title, text]) => (
          <div key={title} className="border-t border-line py-5">
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="mt-1 max-w-[38rem]">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
