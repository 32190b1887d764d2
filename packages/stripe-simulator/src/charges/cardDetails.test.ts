import { expect, test } from "vitest";
import { checkCvc, checkExpiry, checkNumber } from "./cardDetails.ts";

const now = new Date(2030, 5, 15);

test.each([
  ["", "Your card number is incomplete."],
  ["4242 4242", "Your card number is incomplete."],
  ["4242 4242 4242 4241", "Your card number is invalid."],
  ["4242 4242 4242 424a", "Your card number is invalid."],
])("the card number %j is rejected with Stripe's message", (typed, error) => {
  expect(checkNumber(typed)).toEqual({ error });
});

test("spaces and hyphens in a card number are ignored", () => {
  expect(checkNumber(" 4242-4242 42424242 ")).toEqual({ value: "4242424242424242" });
});

test.each([
  ["", "Your card's expiration date is incomplete."],
  ["12", "Your card's expiration date is incomplete."],
  ["13/31", "Your card's expiration date is invalid."],
  ["12/29", "Your card's expiration year is in the past."],
  ["05/30", "Your card's expiration date is in the past."],
  ["12/2099", "Your card's expiration year is invalid."],
])("the expiry date %j is rejected with Stripe's message", (typed, error) => {
  expect(checkExpiry(typed, now)).toEqual({ error });
});

test("a card is valid to the end of its month in every date format", () => {
  for (const typed of ["06/30", "06 / 30", "0630", "6/2030"]) {
    expect(checkExpiry(typed, now)).toEqual({ value: { month: 6, year: 2030 } });
  }
});

test("an American Express security code has four digits, and any other has three", () => {
  expect(checkCvc("123", "4242424242424242")).toEqual({ value: "123" });
  expect(checkCvc("123", "378282246310005")).toEqual({ error: "Your card's security code is incomplete." });
  expect(checkCvc("1234", "378282246310005")).toEqual({ value: "1234" });
  expect(checkCvc("12x", "4242424242424242")).toEqual({ error: "Your card's security code is invalid." });
});
