import { type RouteObject, replace } from "react-router-dom";
import { COURSE } from "../domain/course.ts";
import { asksForSite } from "../domain/entryPaths.ts";
import { paths } from "../domain/paths.ts";
import { TIER_PLANS, TIERS } from "../domain/plans.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { PublicLayout } from "./PublicLayout.tsx";
import { findable, page, titled } from "./page.ts";
import type { PageAddress } from "./pageHandle.ts";
import { FirstLoad, Root } from "./Root.tsx";
import { storedEmail } from "./storedSession.ts";

const pricingTitle = ({ params }: PageAddress) => {
  const tier = TIERS.find((each) => each === params.tier);
  return `Choose Your Payment Option${tier ? `: ${TIER_PLANS[tier].label}` : ""}`;
};

/** Pages that decide by local storage alone and load neither the store nor the auth client. */
export const publicPages: RouteObject[] = [
  {
    path: paths.landing(),
    handle: findable(COURSE.title),
    loader: ({ request }) =>
      storedEmail() && !asksForSite(new URL(request.url).search) ? replace(paths.dashboard()) : null,
    lazy: page(() => import("../features/landing/LandingPage.tsx")),
  },
  {
    path: paths.academy(),
    handle: findable(`${COURSE.title}: plans and modules`),
    lazy: page(() => import("../features/academy/AcademyPage.tsx")),
  },
  {
    path: paths.catalogue(),
    handle: findable("All Courses"),
    lazy: page(() => import("../features/catalogue/CataloguePage.tsx")),
  },
  {
    path: paths.contact(),
    handle: findable("Contact"),
    lazy: page(() => import("../features/contact/ContactPage.tsx")),
  },
  {
    path: "/academy/pricing/:tier",
    handle: findable(pricingTitle),
    lazy: page(() => import("../features/checkout/PricingPage.tsx")),
  },
  {
    path: paths.privacy(),
    handle: findable("Privacy Policy"),
    lazy: page(() => import("../features/legal/PrivacyPolicyPage.tsx")),
  },
  {
    path: paths.terms(),
    handle: findable("Terms of Service"),
    lazy: page(() => import("../features/legal/TermsOfServicePage.tsx")),
  },
  {
    path: paths.accessibility(),
    handle: findable("Accessibility statement"),
    lazy: page(() => import("../features/legal/AccessibilityPage.tsx")),
  },
  { path: "*", handle: titled("Page not found"), lazy: page(() => import("./NotFoundPage.tsx")) },
];

/** Pages for everyone whose addresses cannot be listed, so that only the app can draw them. */
export const openPages: RouteObject[] = [
  {
    path: paths.verify(":id"),
    handle: titled("Check a certificate"),
    lazy: page(() => import("../features/verify/VerifyPage.tsx")),
  },
];

/** Pages that know who is here. */
export const memberPages: RouteObject[] = [
  {
    path: paths.auth(),
    handle: titled("Sign in"),
    lazy: page(() => import("./routes/auth.tsx")),
  },
  { path: "/auth/:mail", lazy: page(() => import("./routes/mailed.tsx")) },
  {
    path: paths.generalCheckout(),
    handle: titled("Complete Your Enrollment"),
    lazy: page(() => import("../features/checkout/GeneralCheckoutPage.tsx")),
  },
  {
    path: paths.studentEnrollment(),
    handle: titled("Complete Your Enrollment"),
    lazy: page(() => import("../features/checkout/EnrollStudentPage.tsx")),
  },
  {
    path: "/academy/checkout/:tier",
    handle: titled("Complete Your Enrollment"),
    lazy: page(() => import("../features/checkout/CheckoutPage.tsx")),
  },
  {
    path: paths.paymentSuccess(),
    handle: titled("Your payment"),
    lazy: page(() => import("../features/checkout/PaymentSuccessPage.tsx")),
  },
  {
    lazy: page(() => import("./PasswordGate.tsx")),
    children: [
      {
        path: paths.dashboard(),
        handle: titled("My Learning"),
        lazy: page(() => import("../features/dashboard/DashboardPage.tsx")),
      },
      {
        path: paths.account(),
        handle: titled("Your account"),
        lazy: page(() => import("./routes/account.tsx")),
      },
      { path: paths.course(), lazy: page(() => import("./routes/course.tsx")) },
      { path: paths.sheet(), lazy: page(() => import("./routes/sheet.tsx")) },
      {
        path: paths.certificate(),
        handle: titled("Your certificate"),
        lazy: page(() => import("./routes/ownCertificate.tsx")),
      },
      {
        path: "/academy/course/ai-fluency/review/:set",
        handle: titled(({ params }) => `Review ${params.set}`),
        lazy: page(() => import("../features/review/ReviewPage.tsx")),
      },
      {
        path: paths.device(),
        handle: titled("This device"),
        lazy: page(() => import("./routes/device.tsx")),
      },
      {
        path: paths.workbook(),
        handle: titled("Your workbook"),
        lazy: page(() => import("../features/workbook/WorkbookPage.tsx")),
      },
      { path: paths.notes(), lazy: page(() => import("./routes/notes.tsx")) },
      {
        path: paths.glossary(),
        handle: titled("Glossary"),
        lazy: page(() => import("./routes/glossary.tsx")),
      },
      {
        path: paths.search(),
        handle: titled("Search the course"),
        lazy: page(() => import("./routes/search.tsx")),
      },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: PublicLayout,
        children: [{ ErrorBoundary: ErrorPage, children: [...publicPages, ...openPages] }],
      },
      {
        lazy: page(() => import("./MemberLayout.tsx")),
        children: [{ ErrorBoundary: ErrorPage, children: memberPages }],
      },
    ],
  },
];
