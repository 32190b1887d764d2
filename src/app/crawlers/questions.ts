import { FAQ } from "../../features/academy/faq.ts";
import type { Thing } from "./thing.ts";

/** The questions that the academy's home answers, word for word. */
export function questions(): Thing {
  return {
    "@type": "FAQPage",
    mainEntity: FAQ.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
