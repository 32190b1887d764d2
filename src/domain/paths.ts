import { entryPaths } from "./entryPaths.ts";
import type { LessonId } from "./ids.ts";
import type { ReviewSetId } from "./pacing.ts";
import type { Plan, Tier } from "./plans.ts";

/**
 * Every address of the site, typed once. It lives in `domain` because the screens, the router and the server
 * functions (return addresses, links in mails) all need it.
 */
export const paths = {
  ...entryPaths,
  auth: () => "/auth",
  academy: () => "/academy",
  /** The carousel of modules on the academy's home. */
  modules: () => "/academy#modules",
  /** The price of each tier on the academy's home. */
  tiers: () => "/academy#plans",
  catalogue: () => "/academy/courses",
  account: () => "/academy/account",
  /** `part` is the id of a heading in the lesson's text. */
  course: (lessonId?: LessonId, part?: string) =>
    lessonId
      ? `/academy/course/ai-fluency?lesson=${lessonId}${part ? `#${part}` : ""}`
      : "/academy/course/ai-fluency",
  /** A page that belongs to a lesson and is printed on one sheet of paper. */
  sheet: (name?: string) =>
    name ? `/academy/course/ai-fluency/sheet?name=${name}` : "/academy/course/ai-fluency/sheet",
  /** Mixed questions about the lessons so far. */
  review: (set: ReviewSetId) => `/academy/course/ai-fluency/review/${set}`,
  /** What is kept on this device and what waits to be sent. */
  device: () => "/academy/device",
  workbook: () => "/academy/workbook",
  /** Everything the learner highlighted and wrote beside the lessons. */
  notes: () => "/academy/notes",
  /** The learner's own certificate. */
  certificate: () => "/academy/certificate",
  glossary: (term?: string) => (term ? `/academy/glossary#${term}` : "/academy/glossary"),
  /** Finds words in the lessons on this device. */
  search: (query?: string) => (query ? `/academy/search?q=${encodeURIComponent(query)}` : "/academy/search"),
  /** `plan` is the one shown as chosen; without it payment in full is. */
  pricing: (tier: Tier, plan?: Plan) =>
    plan === "installment" ? `/academy/pricing/${tier}?paymentType=${plan}` : `/academy/pricing/${tier}`,
  checkout: (tier: Tier, plan?: Plan) =>
    plan ? `/academy/checkout/${tier}?paymentType=${plan}` : `/academy/checkout/${tier}`,
  /** Before a tier was chosen. */
  generalCheckout: () => "/academy/checkout",
  studentEnrollment: () => "/academy/enroll/student",
  paymentSuccess: (sessionId?: string) =>
    sessionId ? `/payment-success?session_id=${sessionId}` : "/payment-success",
  /** Where anyone checks a certificate. */
  verify: (certificateId: string) => `/verify/${certificateId}`,
  contact: () => "/contact",
  accessibility: () => "/accessibility",
  privacy: () => "/privacy-policy",
  terms: () => "/terms-of-service",
} as const;
