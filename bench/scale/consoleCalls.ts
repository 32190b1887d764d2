import type { Client } from "pg";

/** `mayScan`: large tables that the call reads as a whole. */
export type ConsoleCall = { name: string; sql: string; params: unknown[]; mayScan?: readonly string[] };

/** What the calls look for: ids of rows in the middle of each table. */
const EXAMPLES = `
  select sold.*, (select invoice_id from public.order_payments where invoice_id is not null offset 20000 limit 1) as invoice,
    (select id from public.student_ids offset 100 limit 1) as waiting,
    (select id from public.contact_messages where state = 'answered' offset 9000 limit 1) as message,
    (select id from public.capstone_hand_ins offset 3000 limit 1) as capstone, certified.*
  from (
    select orders.id as order, orders.email, last_name, first_name || ' ' || last_name as name, checkout_session_id as session,
      payment_intent_id as payment, to_json(created_at) #>> '{}' || '_' || orders.id as page
    from public.orders where status = 'refunded' and user_id is not null order by created_at offset 2000 limit 1
  ) as sold, (
    select certificates.id as certificate, holder_name as holder, users.email as account, users.id as learner
    from public.certificates join auth.users on users.id = user_id offset 2000 limit 1
  ) as certified`;
type Examples = Record<
  | ("order" | "email" | "last_name" | "name" | "session" | "payment" | "page" | "invoice" | "waiting")
  | ("message" | "capstone" | "certificate" | "holder" | "account" | "learner"),
  string
>;

/** Every function that the console reads with, each list with every filter and kind of search. */
export async function consoleCalls(admin: Client): Promise<ConsoleCall[]> {
  const [found] = (await admin.query<Examples>(EXAMPLES)).rows;
  if (!found) throw new Error("the seed has no examples");
  const one = (name: string, id?: string, mayScan?: string[]): ConsoleCall => ({
    name,
    sql: `select public.${name}(${id ? "$1" : ""}) as result`,
    params: id ? [id] : [],
    ...(mayScan && { mayScan }),
  });
  const list = (name: string, what: string, search: string, filter = "", before: string | null = null) => ({
    name: `${name}: ${what}`,
    sql: `select public.${name}($1, $2, $3, 50) as result`,
    params: [search, filter, before],
  });
  const filtered = (name: string, filters: string[]) =>
    filters.map((filter) => list(name, filter || "all", "", filter));
  return [
    one("staff_me"),
    one("staff_today", undefined, ["course_enrollments", "order_payments", "contact_messages"]),
    one("staff_course", undefined, ["study_rows", "course_progress"]),
    ...filtered("staff_log", ["", "order", "certificate"]),
    list("staff_log", "what one learner is about", found.account),
    ...filtered("staff_learners", ["", "enrolled", "factor"]),
    list("staff_learners", "beginning of an address", found.account.split("@")[0] ?? ""),
    // Shared by a tenth of the accounts, so that reading them all is no worse.
    {
      ...list("staff_learners", "eight characters of an address", found.account.slice(0, 8)),
      mayScan: ["accounts"],
    },
    list("staff_learners", "last name", found.last_name),
    list("staff_learners", "no result", "zzz"),
    one("staff_learner", found.learner),
    ...filtered("staff_orders", ["", "paid", "attention", "refunded", "unpaid"]),
    list("staff_orders", "a page from the middle", "", "", found.page),
    list("staff_orders", "whole address", found.email),
    list("staff_orders", "beginning of an address", found.email.slice(0, 6)),
    list("staff_orders", "last name", found.last_name),
    list("staff_orders", "whole name", found.name),
    list("staff_orders", "order id", found.order),
    list("staff_orders", "session id", found.session),
    list("staff_orders", "payment id", found.payment),
    list("staff_orders", "invoice id", found.invoice),
    one("staff_order", found.order),
    ...filtered("staff_student_ids", ["", "decided"]),
    list("staff_student_ids", "waiting, part of a name", "ra"),
    list("staff_student_ids", "decided, last name", found.last_name, "decided"),
    list("staff_student_ids", "decided, no result", "zzz", "decided"),
    list("staff_student_ids", "decided, order id", found.order, "decided"),
    one("staff_student_id", found.waiting),
    ...filtered("staff_messages", ["open", "answered", "closed", "mine"]),
    list("staff_messages", "answered, part of a name", "adra", "answered"),
    list("staff_messages", "answered, no result", "zzz", "answered"),
    // The colleagues to whom it can be assigned: the table is the auth server's, and has no index by role.
    one("staff_message", found.message, ["users"]),
    ...filtered("staff_capstones", ["", "second_opinion", "reviewed"]),
    list("staff_capstones", "beginning of a number", found.capstone.slice(0, 8), "reviewed"),
    one("staff_capstone", found.capstone),
    ...filtered("staff_certificates", ["", "valid", "revoked"]),
    list("staff_certificates", "beginning of a name", found.holder.slice(0, 5)),
    list("staff_certificates", "number", found.certificate),
    list("staff_certificates", "address", found.account),
    one("staff_certificate", found.certificate),
  ];
}
