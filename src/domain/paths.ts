import { entryPaths } from "./entryPaths.ts";
import type { LessonId } from "./ids.ts";
import type { Plan, Tier } from "./sales/plans.ts";
import type { ReviewPageId } from "./study/reviews.ts";

/**
 * The addresses that screens, emails and server functions link to, each defined once. Those of links in emails are in
 * mailPaths.ts.
 */
export const paths = {
  ...entryPaths,
  auth: () => "/auth",
  academy: () => "/academy",
  /** The carousel of modules on the academy page. */
  modules: () => "/academy#modules",
  /** The prices of all tiers on the academy page. */
  tiers: () => "/academy#plans",
  catalogue: () => "/academy/courses",
  /** A planned course, with the form for those who want to know when it opens. */
  interest: (courseId: string) => `/academy/courses#${courseId}`,
  account: () => "/academy/account",
  /** How the learner signs in, and whether the address is confirmed. */
  signingIn: () => "/academy/account#signing-in",
  /**
   * `step` is the one-based number of a step; without it the lesson opens where the learner left it. `part` is the id
   * of a heading in the lesson's text, in any step.
   */
  course: (lessonId?: LessonId, { step, part }: { step?: number; part?: string } = {}) =>
    lessonId
      ? `/academy/course/ai-fluency?lesson=${lessonId}${step ? `&step=${step}` : ""}${part ? `#${part}` : ""}`
      : "/academy/course/ai-fluency",
  /** A page of a lesson, printed on one sheet of paper. */
  sheet: (name?: string) =>
    name ? `/academy/course/ai-fluency/sheet?name=${name}` : "/academy/course/ai-fluency/sheet",
  /** A lab of a lesson. Without a name: all of them. */
  lab: (name?: string) =>
    name ? `/academy/course/ai-fluency/lab?name=${name}` : "/academy/course/ai-fluency/lab",
  /** Mixed questions about the lessons before the review, or the questions that are due to be tried again. */
  review: (set: ReviewPageId) => `/academy/course/ai-fluency/review/${set}`,
  /** Shows what is stored on this device and what is waiting to be sent. */
  device: () => "/academy/device",
  workbook: () => "/academy/workbook",
  /** Where the capstone is handed in and its review appears. */
  capstone: () => "/academy/capstone",
  /** A reviewed capstone for visitors, which we wrote. */
  sampleReview: () => "/academy/sample-review",
  /** All highlights and notes of the learner. */
  notes: () => "/academy/notes",
  /** The learner's own certificate. */
  certificate: () => "/academy/certificate",
  glossary: (term?: string) => (term ? `/academy/glossary#${term}` : "/academy/glossary"),
  /** Searches the lessons on this device. */
  search: (query?: string) => (query ? `/academy/search?q=${encodeURIComponent(query)}` : "/academy/search"),
  /** `plan` is the preselected plan; the default is payment in full. */
  pricing: (tier: Tier, plan?: Plan) =>
    plan === "installment" ? `/academy/pricing/${tier}?paymentType=${plan}` : `/academy/pricing/${tier}`,
  checkout: (tier: Tier, plan?: Plan) =>
    plan ? `/academy/checkout/${tier}?paymentType=${plan}` : `/academy/checkout/${tier}`,
  /** Before a tier has been chosen. */
  generalCheckout: () => "/academy/checkout",
  studentEnrollment: () => "/academy/enroll/student",
  paymentSuccess: (sessionId?: string) =>
    sessionId ? `/payment-success?session_id=${sessionId}` : "/payment-success",
  /** The teams that the signed-in user owns. Without an id: the newest. */
  team: (id?: string) => (id ? `/academy/team?team=${id}` : "/academy/team"),
  /** Buys a team or, with the id of one, more places for it. */
  buyTeam: (tier?: Tier, { seats, team }: { seats?: number; team?: string } = {}) =>
    tier
      ? `/academy/team/buy?tier=${tier}${seats ? `&seats=${seats}` : ""}${team ? `&team=${team}` : ""}`
      : "/academy/team/buy",
  /** What the people of a team, or one of them, have learned. */
  teamRecord: (team?: string, seat?: string) =>
    team ? `/academy/team/record?team=${team}${seat ? `&seat=${seat}` : ""}` : "/academy/team/record",
  /** A team's invitation link. The key is in the fragment, which browsers do not send. */
  joinTeam: (key?: string) => (key ? `/academy/team/join#key=${key}` : "/academy/team/join"),
  /** The invitations of the signed-in user. */
  invitation: () => "/academy/invitation",
  /** The public page for checking a certificate. */
  verify: (certificateId: string) => `/verify/${certificateId}`,
  /** With a subject, the address opens the form, whose subject says this until the visitor changes it. */
  contact: (subject?: string) =>
    subject ? `/contact?subject=${encodeURIComponent(subject)}#write` : "/contact",
  accessibility: () => "/accessibility",
  privacy: () => "/privacy-policy",
  terms: () => "/terms-of-service",
} as const;

/** The history state with which My Learning opens the catalogue, which then says why. */
export const NOT_ENROLLED = "not enrolled";

/** Paths of the staff console. */
export const staffPaths = {
  start: () => "/staff",
  /** An area of the console, such as `orders`. */
  area: (area: string) => (area ? `/staff/${area}` : "/staff"),
  /** The screen of one thing in an area, such as an order. */
  one: (area: string, id: string) => `/staff/${area}/${encodeURIComponent(id)}`,
} as const;
