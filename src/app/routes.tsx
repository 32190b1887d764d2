import { type RouteObject, redirect, replace } from "react-router-dom";
import { COURSE, outlineLesson } from "../domain/course.ts";
import { isLessonId } from "../domain/ids.ts";
import { paths } from "../domain/paths.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { PublicLayout } from "./PublicLayout.tsx";
import { page, titled } from "./page.ts";
import { FirstLoad, Root } from "./Root.tsx";
import { hasWorkingSession, storedEmail } from "./storedSession.ts";

const courseTitle = (query: URLSearchParams) => {
  const lessonId = query.get("lesson");
  return lessonId && isLessonId(lessonId) ? outlineLesson(lessonId).title : COURSE.title;
};

/** Pages that decide by local storage alone and load neither the store nor the auth client. */
const publicPages: RouteObject[] = [
  {
    path: paths.landing(),
    handle: titled(COURSE.title),
    loader: () => (storedEmail() ? redirect(paths.dashboard()) : null),
    lazy: page(() => import("../features/landing/LandingPage.tsx")),
  },
  {
    path: paths.academy(),
    handle: titled("The course"),
    lazy: page(() => import("../features/academy/AcademyPage.tsx")),
  },
  {
    path: paths.catalogue(),
    handle: titled("Courses"),
    lazy: page(() => import("../features/catalogue/CataloguePage.tsx")),
  },
  {
    path: paths.contact(),
    handle: titled("Contact"),
    lazy: page(() => import("../features/contact/ContactPage.tsx")),
  },
  {
    path: "/academy/pricing/:tier",
    handle: titled("Choose Your Payment Option"),
    lazy: page(() => import("../features/checkout/PricingPage.tsx")),
  },
  {
    path: paths.privacy(),
    handle: titled("Privacy Policy"),
    lazy: page(() => import("../features/legal/PrivacyPolicyPage.tsx")),
  },
  {
    path: paths.terms(),
    handle: titled("Terms of Service"),
    lazy: page(() => import("../features/legal/TermsOfServicePage.tsx")),
  },
  {
    path: paths.accessibility(),
    handle: titled("Accessibility statement"),
    lazy: page(() => import("../features/legal/AccessibilityPage.tsx")),
  },
  { path: "*", handle: titled("Page not found"), Component: NotFoundPage },
];

/** Pages that know who is here. */
const memberPages: RouteObject[] = [
  {
    path: paths.auth(),
    handle: titled("Sign in"),
    loader: async () => ((await hasWorkingSession()) ? replace(paths.dashboard()) : null),
    lazy: page(() => import("../features/auth/AuthPage.tsx")),
  },
  {
    path: paths.newPassword(),
    handle: titled("Choose a new password"),
    lazy: page(() => import("../features/auth/NewPasswordPage.tsx")),
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
      { path: paths.course(), handle: titled(courseTitle), lazy: page(() => import("./routes/course.tsx")) },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: FirstLoad,
    ErrorBoundary: ErrorPage,
    children: [
      { Component: PublicLayout, children: [{ ErrorBoundary: ErrorPage, children: publicPages }] },
      {
        lazy: page(() => import("./MemberLayout.tsx")),
        children: [{ ErrorBoundary: ErrorPage, children: memberPages }],
      },
    ],
  },
];
