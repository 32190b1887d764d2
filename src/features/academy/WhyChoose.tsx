const REASONS = [
  [
    "Learn by doing",
    "Every lesson has an activity in three versions: for students, for NGOs and for professionals. Every quiz answer is explained, including the wrong ones.",
  ],
  [
    "Sources are named",
    "Every figure names its source, and every law has a date. Where the evidence is thin, the lesson says so.",
  ],
  [
    "More than one ethics",
    "Ubuntu and decolonial thinking sit alongside the EU AI Act, ISO and NIST: whose values a system follows is a question, not a given.",
  ],
  [
    "It works offline",
    "Lessons, quizzes and progress are kept on your device and sent to your account when there is a connection.",
  ],
  [
    "Nothing renews automatically",
    "Paying in full is one payment. The monthly plan ends automatically after the third payment. The total, with VAT, is shown before you pay.",
  ],
  [
    "No promises it cannot keep",
    "The certificate says that you completed the course. The course supports an organisation's AI literacy measures; it does not make anyone compliant, and does not claim to.",
  ],
] as const;

export function WhyChoose() {
  return (
    <section className="border-y border-line bg-sunken">
      <div className="page grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-20">
        <h2>Why choose us</h2>
        <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {REASONS.map(([title, text]) => (
            <div key={title}>
              <dt className="font-display text-xl font-semibold">{title}</dt>
              <dd className="mt-2">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
