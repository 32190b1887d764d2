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
  [
    "Nothing renews by itself",
    "Paying in full is one payment. Three monthly payments end by themselves after the third. The total, with VAT, is shown before you pay.",
  ],
  [
    "It promises what it can keep",
    "The certificate says that you completed the course. The course supports an organisation's AI literacy measures; it does not make anyone compliant, and does not say so.",
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
