import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../domain/course/course.ts";
import { paths } from "../domain/paths.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS, TIERS, type Tier } from "../domain/sales/plans.ts";
import { formatWholePounds, VAT_PERCENT } from "../domain/sales/pricing.ts";
import { SITE } from "../domain/site.ts";
import { AGAIN_TITLE } from "../domain/study/reviews.ts";
import { ANY_ADDRESS } from "./document/documentPage.ts";
import type { PageAddress, PageRow } from "./page.ts";

// The page table: every page is registered here and nowhere else, except those of emails (mailPages.ts) and the screens of the
// staff console (areas.ts), which share one row each.
//
// To add a page:
// 1. Add a row below. Its columns are explained at `PageRow` (page.ts).
// 2. Write the page's module, which exports `Component`: in its feature, or in routes/ if it combines features.
// 3. Write its test.
// The address of a page that other screens, emails or server functions link to is in src/domain/paths.ts, because they
// may not import the app. The links of the header and the footer are in frame/navigation.ts. Pages reached from an email are
// rows of mailPages.ts, which public pages do not load. Screens of the staff console are rows of
// src/features/staff/frame/areas.ts.
//
// Derived from the rows: the routes (routes.tsx), the addresses that the service worker answers with the shell
// (vite.config.ts), the documents, addresses.json, the sitemap and the host's rules (tools/site), the
// shared chunks (tools/site/sharedChunk.ts) and the size budgets (.size-limit.mjs).
//
// Node imports this file without a build step: it may import no React, no stylesheet and nothing that needs a browser.

const tierOf = ({ params }: PageAddress) => TIERS.find((each) => each === params.tier);

export const PAGES: readonly PageRow[] = [
  {
    path: paths.landing(),
    audience: "visitor",
    title: COURSE.title,
    description: SITE.description,
    things: ["organization", "webSite"],
    isPrerendered: true,
    load: () => import("../features/landing/LandingPage.tsx"),
  },
  {
    path: paths.academy(),
    audience: "visitor",
    title: `${COURSE.title}: plans and modules`,
    description: courseDescription(),
    things: ["flagshipCourse", "questions"],
    isPrerendered: true,
    load: () => import("../features/academy/AcademyPage.tsx"),
  },
  {
    path: paths.catalogue(),
    audience: "visitor",
    title: "All Courses",
    description: `Every course with its duration, level and price: ${COURSE.title} for students, NGOs and professionals, and what comes next.`,
    things: ["courseList"],
    isPrerendered: true,
    load: () => import("../features/catalogue/CataloguePage.tsx"),
  },
  {
    path: paths.sampleReview(),
    audience: "visitor",
    title: "A reviewed capstone: a sample",
    description:
      "What a reviewer sends back at the end of the course: points and comments on a sample review of one use of AI, in nine sections.",
    isPrerendered: true,
    load: () => import("../features/capstone/SampleReviewPage.tsx"),
  },
  {
    path: paths.contact(),
    audience: "visitor",
    title: "Contact",
    description:
      "Questions about the course, enrolment or a payment? Our email address, office hours and a form to write to us.",
    isPrerendered: true,
    load: () => import("../features/contact/ContactPage.tsx"),
  },
  {
    path: "/academy/pricing/:tier",
    audience: "visitor",
    title: (address) => {
      const tier = tierOf(address);
      return `Choose Your Payment Option${tier ? `: ${TIER_PLANS[tier].label}` : ""}`;
    },
    description: (address) => pricingDescription(tierOf(address)),
    isPrerendered: true,
    load: () => import("../features/checkout/pricing/PricingPage.tsx"),
  },
  {
    path: paths.privacy(),
    audience: "visitor",
    title: "Privacy Policy",
    description:
      "What personal data the academy keeps, where and for how long, who receives it, and your rights over it.",
    isPrerendered: true,
    load: () => import("../features/legal/PrivacyPolicyPage.tsx"),
  },
  {
    path: paths.terms(),
    audience: "visitor",
    title: "Terms of Service",
    description:
      "What you agree to when you enrol: prices and VAT, instalments, cancellation and refunds, access to the course, and the law.",
    isPrerendered: true,
    load: () => import("../features/legal/TermsOfServicePage.tsx"),
  },
  {
    path: paths.accessibility(),
    audience: "visitor",
    title: "Accessibility statement",
    description:
      "How far this site meets WCAG 2.2 AA, what was tested and how, what is known not to work, and how to report a barrier.",
    isPrerendered: true,
    load: () => import("../features/legal/AccessibilityPage.tsx"),
  },
  {
    path: ANY_ADDRESS,
    audience: "visitor",
    title: "Page not found",
    isPrerendered: true,
    load: () => import("./NotFoundPage.tsx"),
  },
  {
    path: paths.auth(),
    audience: "customer",
    title: "Sign in",
    load: () => import("./routes/auth.tsx"),
  },
  {
    path: "/auth/:mail",
    audience: "customer",
    load: () => import("./routes/mailed.tsx"),
  },
  {
    path: paths.generalCheckout(),
    audience: "customer",
    title: "Complete Your Enrollment",
    load: () => import("../features/checkout/form/GeneralCheckoutPage.tsx"),
  },
  {
    path: paths.studentEnrollment(),
    audience: "customer",
    title: "Complete Your Enrollment",
    load: () => import("../features/checkout/form/EnrollStudentPage.tsx"),
  },
  {
    path: "/academy/checkout/:tier",
    audience: "customer",
    title: "Complete Your Enrollment",
    load: () => import("../features/checkout/form/CheckoutPage.tsx"),
  },
  {
    path: paths.paymentSuccess(),
    audience: "customer",
    title: "Your payment",
    load: () => import("../features/checkout/success/PaymentSuccessPage.tsx"),
  },
  {
    path: paths.buyTeam(),
    audience: "customer",
    title: "Buy places for a team",
    load: () => import("../features/checkout/team/BuyTeamPage.tsx"),
  },
  {
    path: paths.joinTeam(),
    audience: "customer",
    title: "Join a team",
    load: () => import("../features/team/JoinPage.tsx"),
  },
  {
    path: paths.dashboard(),
    audience: "learner",
    title: "My Learning",
    load: () => import("../features/dashboard/DashboardPage.tsx"),
  },
  { path: paths.account(), audience: "learner", load: () => import("./routes/account.tsx") },
  { path: paths.course(), audience: "learner", load: () => import("./routes/course.tsx") },
  { path: paths.sheet(), audience: "learner", load: () => import("./routes/sheet.tsx") },
  { path: paths.lab(), audience: "learner", load: () => import("./routes/lab.tsx") },
  { path: paths.certificate(), audience: "learner", load: () => import("./routes/ownCertificate.tsx") },
  {
    path: "/academy/course/ai-fluency/review/:set",
    audience: "learner",
    title: ({ params }) => `Review ${params.set}`,
    load: () => import("../features/review/ReviewPage.tsx"),
  },
  {
    path: paths.review("due"),
    audience: "learner",
    title: AGAIN_TITLE,
    load: () => import("../features/review/AgainPage.tsx"),
  },
  { path: paths.device(), audience: "learner", load: () => import("./routes/device.tsx") },
  {
    path: paths.workbook(),
    audience: "learner",
    title: "Your workbook",
    load: () => import("../features/workbook/WorkbookPage.tsx"),
  },
  { path: paths.capstone(), audience: "learner", load: () => import("./routes/capstone.tsx") },
  { path: paths.notes(), audience: "learner", load: () => import("./routes/notes.tsx") },
  { path: paths.glossary(), audience: "learner", load: () => import("./routes/glossary.tsx") },
  { path: paths.search(), audience: "learner", load: () => import("./routes/search.tsx") },
  { path: paths.team(), audience: "learner", load: () => import("./routes/team.tsx") },
  { path: paths.teamRecord(), audience: "learner", load: () => import("./routes/teamRecord.tsx") },
  { path: paths.invitation(), audience: "learner", load: () => import("./routes/invitation.tsx") },
  { path: "/staff/*", audience: "staff", load: () => import("./routes/staff.tsx") },
  {
    path: paths.verify(":id"),
    audience: "visitor",
    title: "Check a certificate",
    load: () => import("../features/verify/VerifyPage.tsx"),
  },
];

/** A description of the course in one sentence. */
export function courseDescription(): string {
  return `AI fundamentals, responsible AI, AI at work and plural ethics: ${TOTAL_LESSONS} lessons of ${LESSON_MINUTES} minutes, from ${formatWholePounds(TIER_PLANS.student.pricePence.full)} plus VAT. Lesson 1 is free to read.`;
}

/** The description of a tier's pricing page; empty for an address without a valid tier. */
function pricingDescription(tier: Tier | undefined): string {
  if (!tier) return "";
  const { label, pricePence } = TIER_PLANS[tier];
  const [full, month] = [formatWholePounds(pricePence.full), formatWholePounds(pricePence.installment)];
  return `${label}: ${COURSE.title} for ${full} in full or ${INSTALLMENT_MONTHS} monthly payments of ${month}, plus ${VAT_PERCENT}% VAT, and what is included.`;
}
