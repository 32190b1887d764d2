import type { DataExport } from "../../../domain/privacy.ts";
import { SITE } from "../../../domain/site.ts";
import { achievement } from "../../../entities/achievement/achievement.ts";
import { attempt } from "../../../entities/attempt/attempt.ts";
import { capstone } from "../../../entities/capstone/capstone.ts";
import { progress } from "../../../entities/progress/progress.ts";
import { KINDS, kindOf } from "../../../entities/registry.ts";
import type { AnyKind } from "../../../entities/row.ts";

/** Kinds that the server stores in tables of their own. All others are in study_rows. */
const IN_TABLES: readonly AnyKind[] = [progress, attempt, achievement, capstone];

/**
 * Headings of the sections. A section that is not listed here has its technical name as its heading. Null: each kind of
 * its rows has a section.
 */
const TITLES: Record<string, string | null> = {
  profiles: "Profile",
  identities: "How you sign in",
  proven_addresses: "When you confirmed your email address",
  sessions: "Where you are signed in",
  device_syncs: "When each signed-in device last synced, and how many changes it had not sent",
  sign_ins: "Sign-in and sign-out log",
  factor_removals: "Requests to remove your second factor",
  orders: "Orders (amounts in pence)",
  order_payments: "Payments (amounts in pence)",
  order_invoices: "Invoices (amounts in pence)",
  credit_notes: "Credit notes",
  order_disputes: "Disputed payments",
  student_ids: "Student ID (details of the file)",
  student_id_decisions: "Decisions about student IDs",
  course_enrollments: "Access to the course",
  course_progress: progress.exportAs,
  quiz_attempts: attempt.exportAs,
  user_achievements: achievement.exportAs,
  study_rows: null,
  capstone_hand_ins: capstone.exportAs,
  capstone_reviews: "Reviews of your capstone",
  capstone_second_opinions: "Requests for a second opinion on your capstone",
  certificates: "Certificates",
  certificate_names: "Name that you confirmed for the certificate",
  reminder_settings: "Reminders of the study plan",
  push_devices: "Browsers that show reminders",
  contact_messages: "Contact form messages",
  contact_answers: "Our answers to contact form messages",
  course_interests: "Courses that you want to hear of when they open",
  mail_queue: "Emails that we sent",
  deletion_requests: "Account deletion",
  accounts: "Account, as listed for our staff",
  sync_clock: "Last change number, and how much you have stored",
};

/** A self-contained HTML page with everything in the export. The best-known sections come first. */
export function readableCopy(copy: DataExport): string {
  const known = Object.keys(TITLES).filter((name) => copy.sections[name]);
  const others = Object.keys(copy.sections).filter((name) => !(name in TITLES));
  const sections = [...known, ...others].flatMap((name) => {
    const rows = copy.sections[name] ?? [];
    return TITLES[name] === null ? kindSections(rows) : section(TITLES[name] ?? inWords(name), rows);
  });
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>Your data · ${escapeHtml(SITE.name)}</title>`,
    "<style>body{font:17px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:minmax(8rem,16rem) 1fr;gap:0 1rem;margin:0 0 1rem;border-top:1px solid}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}@media(max-width:30rem){dl{display:block}dt{font-weight:bold}}</style>",
    `</head><body><h1>Your data</h1><p>Everything that ${escapeHtml(SITE.name)} held about you on its servers on ${escapeHtml(copy.madeAt)}.</p>`,
    copy.isAddressProven
      ? ""
      : "<p>This email address has not been confirmed yet. Records linked to you only by the address are therefore not included: please write to us from that address.</p>",
    section("Account", [copy.account]),
    ...sections,
    "</body></html>",
  ].join("\n");
}

type Rows = readonly Record<string, unknown>[];

function kindSections(rows: Rows): string[] {
  const expected = KINDS.filter((kind) => !IN_TABLES.includes(kind)).map(({ kind }) => kind);
  const kinds = new Set([...expected, ...rows.map(({ kind }) => String(kind))]);
  return [...kinds].map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    // The fields of the content appear beside those of the row.
    const flat = ofKind.map(({ kind: _, content, ...row }) => ({ ...Object(content), ...row }));
    return section(kindOf(kind)?.exportAs ?? inWords(kind), flat);
  });
}

function section(title: string, rows: Rows): string {
  const body = rows.length === 0 ? "<p>Nothing.</p>" : rows.map(list).join("\n");
  return `<h2>${escapeHtml(title)}</h2>\n${body}`;
}

function list(row: Record<string, unknown>): string {
  const lines = Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `<dt>${escapeHtml(inWords(name))}</dt><dd>${escapeHtml(asText(value))}</dd>`);
  return `<dl>${lines.join("")}</dl>`;
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value, null, 1) : String(value);
}

function inWords(name: string): string {
  const words = name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
