import { COURSE, LAW_AS_AT, LESSON_MINUTES, TOTAL_LESSONS } from "../course/course.ts";
import { PASS_MARK_PERCENT, QUESTIONS_PER_QUIZ } from "../course/quiz.ts";
import { INSTALLMENT_MONTHS } from "./plans.ts";
import { SEATS_MAX, SEATS_MIN } from "./seats.ts";

/**
 * Plain text, because it is used both on the page and in the structured data for search engines. `isSaidOnLanding`: the landing
 * page answers it without being asked.
 */
export const FAQ: readonly { question: string; answer: string; isSaidOnLanding?: true }[] = [
  {
    isSaidOnLanding: true,
    question: "Do I need technical knowledge or an AI account?",
    answer:
      "No. The course starts from the beginning in plain English, and every activity can be done without an account for any AI tool. Tasks with an assistant of your own say how to do them without one.",
  },
  {
    question: "How much time does it take?",
    answer: `The course takes ${COURSE.days} days at ${LESSON_MINUTES} minutes a day: ${TOTAL_LESSONS} lessons of ${LESSON_MINUTES} minutes each, and on the days in between labs that run on your device, tasks with an AI assistant of your own, short topics, reviews and your capstone project. We counted the minutes of every day: none has more than five above or below ${LESSON_MINUTES}. No lesson has a deadline, so you can go slower or faster.`,
  },
  {
    isSaidOnLanding: true,
    question: "Can I read a lesson before I pay?",
    answer:
      "Yes. Lesson 1 is free, and you do not need an account for it. Without an account your progress is not saved.",
  },
  {
    question: "What is the difference between the three prices?",
    answer:
      "Every option includes the whole course and a certificate. Students show a student ID and get basic consultancy, the community forum and support by email. NGOs and non-profits also get advanced modules, 1-on-1 consultancy, priority support, a custom learning path and the resource library: a person reads their capstone project, and the course has tasks, sheets and learning paths for organisations. Professionals get all of that, plus unlimited 1-on-1 consultancy, custom project support, a dedicated account manager, quarterly strategy sessions, lifetime access and networking events. Each price is for one learner.",
  },
  {
    question: "How do I pay, and when can I start?",
    answer: `In full or in ${INSTALLMENT_MONTHS} monthly payments, by card, on our payment provider's own page; your card details never reach us. You do not need an account to buy. After payment we email you a temporary password, and you can start straight away. Your account has a VAT invoice for each payment. Organisations can enter their VAT number and a purchase order number on the payment page.`,
  },
  {
    question: "Can I buy for my team?",
    answer: `Yes, at the prices for NGOs and professionals: ${SEATS_MIN.first} to ${SEATS_MAX} places at the same price each, paid in full, by card or by invoice. You invite people by email or with a link, and can give a place to someone else when a person leaves. For each person who accepts, you see how many lessons are completed, the last day of study and the certificate, and never answers, notes or scores.`,
  },
  {
    isSaidOnLanding: true,
    question: "Does the course work without a connection?",
    answer:
      "Yes. Once you have signed in, lessons and quizzes are kept on your device, and your progress is saved there and sent to your account when you are online again. You need a connection to buy, sign in or write to us.",
  },
  {
    question: "What do I get at the end?",
    answer: `A certificate that says you completed the course, once all ${TOTAL_LESSONS} lessons are complete and any payment plan is paid. Each lesson has a quiz of ${QUESTIONS_PER_QUIZ} questions; ${PASS_MARK_PERCENT}% passes, and you can retake it as often as you like.`,
  },
  {
    question: "Does the course make my organisation compliant with the EU AI Act?",
    answer: `No course can. It supports your organisation's AI literacy measures under Article 4, which mentions no exam or certificate, and it introduces the Act, UK law, the NIST AI Risk Management Framework and ISO/IEC 42001. It is not legal advice. Law as at ${LAW_AS_AT}.`,
  },
  {
    question: "Can I cancel?",
    answer:
      "If you buy as a consumer in the United Kingdom, you can normally cancel within 14 days. If you ask to start straight away, your right to cancel the course ends when you get access to it; we ask you about this before you pay. The terms of service say how to cancel and what other refunds are available.",
  },
];
