import { expect, test } from "vitest";
import { eventSchema } from "./eventSchema.ts";

const session = { id: "cs_test_1" };
const refund = { id: "re_1", charge: 7 };
const event = (object: unknown, change = {}) => ({
  id: "evt_1",
  type: "checkout.session.completed",
  data: { object },
  ...change,
});
const isTaken = (value: unknown) => eventSchema.safeParse(value).success;

test("a payment event is accepted in the provider's format, and with any content if its type is not handled here", () => {
  expect(isTaken(event(session))).toBe(true);
  expect(isTaken(event({ anything: 1 }, { type: "price.created" }))).toBe(true);
  expect(isTaken(event({ anything: 1 }, { type: "constructor.created" }))).toBe(true);
});

test.each([
  ["a missing object", null],
  ["a list of sessions", event([session])],
  ["a session without an id, which could match any order", event({ ...session, id: undefined })],
  ["an id that cannot be stored", event(session, { id: "evt_\0" })],
  ["an id that contains a path", event({ ...session, id: "../charges" })],
  ["a charge that is not a reference", event(refund, { type: "refund.updated" })],
])("a payment event is rejected because of %s", (_what, value) => {
  expect(isTaken(value)).toBe(false);
});
