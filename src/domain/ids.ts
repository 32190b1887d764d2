/** Identifiers, branded once validated, so that an unchecked string cannot be used as one. */

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type UserId = Branded<string, "UserId">;
export type AttemptId = Branded<string, "AttemptId">;

export const COURSE_ID = "ai-fluency-30-days";

export const MODULE_IDS = ["1", "2", "3", "4"] as const;
export type ModuleId = (typeof MODULE_IDS)[number];

export const LESSON_IDS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"] as const;
export type LessonId = (typeof LESSON_IDS)[number];

/** The lesson that everyone may read without enrolling. */
export const PREVIEW_LESSON_ID: LessonId = "1";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a lower-case RFC 9562 UUID, the format of Postgres and of our own generators. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Brands a user id. Throws on anything but a UUID, because user ids are never typed by people. */
export function requireUserId(value: string): UserId {
  if (!isUuid(value)) throw new Error("not a user id");
  return value as UserId; // The format has been checked above.
}

export function isLessonId(value: string): value is LessonId {
  return (LESSON_IDS as readonly string[]).includes(value);
}

/** The order number that buyers and staff see: the first eight characters of the order's id. */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8).toUpperCase();
}

/** The number of the sample certificate. It is in version 8 of UUIDs; those of learners are random, in version 4. */
export const SAMPLE_CERTIFICATE_ID = "5a3e0000-0000-8000-8000-000000000001";
