import { paths } from "../../domain/paths.ts";
import { Accordion } from "../../ui/Accordion.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { FAQ } from "./faq.ts";

const ITEMS = FAQ.map(({ question, answer }) => ({
  title: question,
  content: <p className="max-w-[40rem]">{answer}</p>,
}));

export function Questions() {
  return (
    <section className="page grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-20">
      <div className="flex flex-col items-start gap-4">
        <h2>Questions and answers</h2>
        <p className="text-muted">
          Have another question? <TextLink to={paths.contact()}>Write to us</TextLink>.
        </p>
      </div>
      <Accordion items={ITEMS} headingLevel={3} className="border-t border-line" />
    </section>
  );
}
