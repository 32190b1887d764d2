import { expect, test } from "vitest";
import { eventSchema } from "./eventSchema.ts";

const session = {
  id: "cs_test_1",
  status: "complete",
  payment_status: "paid",
  amount_total: 100,
  metadata: {},
};
const event = (object: unknown, change = {}) => ({
  id: "evt_1",
  type: "checkout.session.completed",
  data: { object },
  ...change,
});
const isTaken = (value: unknown) => eventSchema.safeParse(value).success;

test("an event is taken as the provider sends it, and one that is not handled here whatever it is about", () => {
  expect(isTaken(event(session))).toBe(true);
  expect(isTaken(event({ anything: 1 }, { type: "price.created" }))).toBe(true);
  expect(isTaken(event({ anything: 1 }, { type: "constructor.created" }))).toBe(true);
});

test.each([
  ["no object", null],
  ["a list of sessions", event([session])],
  [
    "a session without an id, which would be looked for among all orders",
    event({ ...session, id: undefined }),
  ],
  ["an id that no row can hold", event(session, { id: "evt_\0" })],
  ["an id that leads elsewhere", event({ ...session, id: "../charges" })],
  ["a payment that is no reference", event({ ...session, payment_intent: 7 })],
  ["more pence than can be kept", event({ ...session, amount_total: 2 ** 31 })],
])("%s is refused", (_what, value) => {
  expect(isTaken(value)).toBe(false);
});
