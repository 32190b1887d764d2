import type { LessonId } from "./ids.ts";
import type { Plan, Tier } from "./plans.ts";

/**
 * Every address of the site, typed once. It lives in `domain` because the screens, the router and the server
 * functions (return addresses, links in mails) all need it.
 */
export const paths = {
  landing: () => "/",
  auth: () => "/auth",
  newPassword: () => "/auth/new-password",
  academy: () => "/academy",
  /** The carousel of modules on the academy's home. */
  modules: () => "/academy#modules",
  catalogue: () => "/academy/courses",
  dashboard: () => "/academy/dashboard",
  account: () => "/academy/account",
  course: (lessonId?: LessonId) =>
    lessonId ? `/academy/course/ai-fluency?lesson=${lessonId}` : "/academy/course/ai-fluency",
  /** A page that belongs to a lesson and is printed on one sheet of paper. */
  sheet: (name?: string) =>
    name ? `/academy/course/ai-fluency/sheet?name=${name}` : "/academy/course/ai-fluency/sheet",
  workbook: () => "/academy/workbook",
  glossary: (term?: string) => (term ? `/academy/glossary#${term}` : "/academy/glossary"),
  pricing: (tier: Tier) => `/academy/pricing/${tier}`,
  checkout: (tier: Tier, plan?: Plan) =>
    plan ? `/academy/checkout/${tier}?paymentType=${plan}` : `/academy/checkout/${tier}`,
  /** Before a tier was chosen. */
  generalCheckout: () => "/academy/checkout",
  studentEnrollment: () => "/academy/enroll/student",
  paymentSuccess: (sessionId?: string) =>
    sessionId ? `/payment-success?session_id=${sessionId}` : "/payment-success",
  contact: () => "/contact",
  accessibility: () => "/accessibility",
  privacy: () => "/privacy-policy",
  terms: () => "/terms-of-service",
} as const;
