import type { ComponentType } from "react";

type StaffRole = "staff" | "reviewer";

/** An area of the console: a screen at `/staff/<path>` and, if it lists things, one for each of them below it. */
export type Area = {
  /** The segment of its address, such as `orders`. An empty path is the start, `/staff` itself. */
  path: string;
  /** Its name in the navigation and in the document title. */
  label: string;
  /** One sentence on what people do there, for the start page. */
  about: string;
  /** Who sees it. The database decides separately who may read and write what it shows. */
  roles: readonly StaffRole[];
  load: () => Promise<{ default: ComponentType }>;
  /** The screen at `/staff/<path>/<id>`. */
  loadOne?: () => Promise<{ default: ComponentType<{ id: string }> }>;
  /** The screen at `/staff/<path>/new`, which makes another one. */
  loadNew?: () => Promise<{ default: ComponentType }>;
};

/**
 * The areas of the console, in the order of the navigation: Today, Orders, Student IDs, Messages, Learners, Teams,
 * Capstones, Certificates, Course, Waiting lists, Record, Settings.
 *
 * To add a screen: write a component and export it as the default of its module, in a folder of src/features/staff/,
 * and add a row here. Routes, navigation, titles and the start page follow from the row, and the module is in no
 * learner's bundle and not in the service worker's precache.
 */
export const AREAS: readonly Area[] = [
  {
    path: "",
    label: "Today",
    about: "What there is to do, what was sold, and who is learning.",
    roles: ["staff"],
    load: () => import("../today/TodayPage.tsx"),
  },
  {
    path: "orders",
    label: "Orders",
    about: "Find an order, see what happened to it, refund it, or open one that is paid by invoice.",
    roles: ["staff"],
    load: () => import("../orders/OrdersScreen.tsx"),
    loadOne: () => import("../orders/OrderScreen.tsx"),
    loadNew: () => import("../orders/NewInvoiceScreen.tsx"),
  },
  {
    path: "student-ids",
    label: "Student IDs",
    about: "Check the IDs of students who have paid, and approve or refuse them.",
    roles: ["staff"],
    load: () => import("../student-ids/StudentIdsScreen.tsx"),
    loadOne: () => import("../student-ids/StudentIdScreen.tsx"),
  },
  {
    path: "messages",
    label: "Messages",
    about: "Read what visitors send with the contact form, answer by email, assign and close.",
    roles: ["staff"],
    load: () => import("../messages/MessagesPage.tsx"),
    loadOne: () => import("../messages/MessagePage.tsx"),
  },
  {
    path: "learners",
    label: "Learners",
    about: "Find an account, see its devices and progress, and help its owner to sign in.",
    roles: ["staff"],
    load: () => import("../learners/LearnersScreen.tsx"),
    loadOne: () => import("../learners/LearnerScreen.tsx"),
  },
  {
    path: "teams",
    label: "Teams",
    about: "Find a team, see its places and orders, give it more time, end it or hand it over.",
    roles: ["staff"],
    load: () => import("../teams/TeamsScreen.tsx"),
    loadOne: () => import("../teams/TeamScreen.tsx"),
  },
  {
    path: "capstones",
    label: "Capstones",
    about: "Read what was handed in, give points and comments, and send the review.",
    roles: ["staff", "reviewer"],
    load: () => import("../capstones/CapstonesPage.tsx"),
    loadOne: () => import("../capstones/CapstonePage.tsx"),
  },
  {
    path: "certificates",
    label: "Certificates",
    about: "Find a certificate, correct its name or revoke it.",
    roles: ["staff"],
    load: () => import("../certificates/CertificatesPage.tsx"),
    loadOne: () => import("../certificates/CertificatePage.tsx"),
  },
  {
    path: "course",
    label: "Course",
    about: "How far learners get in each lesson, and how each quiz question works.",
    roles: ["staff"],
    load: () => import("../course/CoursePage.tsx"),
  },
  {
    path: "waiting",
    label: "Waiting lists",
    about: "See who wants to know when a course opens, and write to them when it does.",
    roles: ["staff"],
    load: () => import("../waiting/WaitingPage.tsx"),
  },
  {
    path: "record",
    label: "Record",
    about: "What staff and reviewers did, when and why. Nobody can change it.",
    roles: ["staff"],
    load: () => import("../record/RecordScreen.tsx"),
  },
  {
    path: "settings",
    label: "Settings",
    about: "What the academy says about you: names, addresses, links and the sender of emails.",
    roles: ["staff"],
    load: () => import("../settings/SettingsPage.tsx"),
  },
];

/** What an address below `/staff` shows. Null for an address that does not exist. */
export type Place = { area: Area | null; id: string | null };

/** `splat` is the address after `/staff/`, as the router decodes it. */
export function placeAt(splat: string, areas: readonly Area[]): Place | null {
  const [path = "", id = null, ...more] = splat.replace(/\/$/, "").split("/");
  const area = areas.find((each) => each.path === path) ?? null;
  if (more.length > 0 || (area === null && splat !== "") || (id !== null && !area?.loadOne)) return null;
  return { area, id };
}
