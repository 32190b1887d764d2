/** The founder, in the provider's own words. No person is named until the provider adds a name. */
export const FOUNDER = {
  title: "Built by people who do this work",
  paragraphs: [
    "The academy is run by a responsible-innovation consultancy that audits AI systems, holds workshops and advises organisations. Its founder works on one question: how people who did not build a system can use it well, and say no to it when they should.",
    "The course draws on that practice. It starts with what AI is and what it is not, moves on to checking its output, the rules that apply and everyday work, and ends with a review that you carry out yourself.",
    "It takes more than one tradition seriously. Ubuntu and decolonial thought sit alongside European law and international standards, because the people whom AI affects do not all live in one place or reason in one way.",
  ],
} as const;
