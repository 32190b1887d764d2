import type { DisputeReason } from "../disputes/openDispute.ts";

/** Why a card is declined, in Stripe's codes and words (docs.stripe.com/declines/codes). */
export type Decline = {
  code: string;
  declineCode: string;
  message: string;
  /** Stopped by Radar before the card network was asked. */
  isBlocked?: boolean;
};

type CardBehaviour = "succeeds" | "authenticates" | Decline;

export type TestCard = {
  brand: "visa" | "mastercard" | "amex";
  funding: "credit" | "debit";
  country: string;
  behaviour: CardBehaviour;
  /** Why charges are declined while the customer is absent, although they succeed while the customer is present. */
  offSession?: Decline;
  /** Can be saved although every charge fails. */
  attaches?: boolean;
  /** The bank disputes the payment afterwards. */
  disputed?: DisputeReason;
  /** Radar places the payment in review after it succeeds. */
  reviewed?: boolean;
  /** The card's issuer warns of fraud after the payment succeeds. */
  warned?: boolean;
};

/** Simulator only (Stripe has no such number): accepted while its holder is present, declined at every renewal. */
const FAILS_ON_RENEWAL = "4000000000007726";

const visa = { brand: "visa", funding: "credit", country: "US" } as const;

function declines(code: string, declineCode: string, message: string): TestCard {
  return { ...visa, behaviour: { code, declineCode, message } };
}

export const GENERIC_DECLINE: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};

/** Stripe's published test numbers (docs.stripe.com/testing); no real card has them. */
const TEST_CARDS: { readonly [number: string]: TestCard } = {
  "4242424242424242": { ...visa, behaviour: "succeeds" },
  "4000056655665556": { ...visa, funding: "debit", behaviour: "succeeds" },
  "4000008260000000": { ...visa, country: "GB", behaviour: "succeeds" },
  "5555555555554444": { ...visa, brand: "mastercard", behaviour: "succeeds" },
  "378282246310005": { ...visa, brand: "amex", behaviour: "succeeds" },
  "4000002500003155": { ...visa, behaviour: "authenticates" },
  // "This card requires authentication on all transactions, regardless of how the card is set up."
  "4000002760003184": {
    ...visa,
    behaviour: "authenticates",
    offSession: {
      code: "authentication_required",
      declineCode: "authentication_required",
      message: "Your card was declined. This transaction requires authentication.",
    },
  },
  "4000000000000259": { ...visa, behaviour: "succeeds", disputed: "fraudulent" },
  // docs.stripe.com/radar/testing: risk "elevated", as if a rule put such payments in review; "highest", always blocked.
  "4000000000009235": { ...visa, behaviour: "succeeds", reviewed: true },
  "4100000000000019": {
    ...visa,
    behaviour: {
      code: "card_declined",
      declineCode: "fraudulent",
      message: "Your card was declined.",
      isBlocked: true,
    },
  },
  "4000000000005423": { ...visa, behaviour: "succeeds", warned: true },
  "4000000000002685": { ...visa, behaviour: "succeeds", disputed: "product_not_received" },
  [FAILS_ON_RENEWAL]: { ...visa, behaviour: "succeeds", offSession: GENERIC_DECLINE },
  // "Attaching this card to a Customer object succeeds, but attempts to charge the customer fail."
  "4000000000000341": { ...visa, behaviour: GENERIC_DECLINE, attaches: true },
  "4000000000000002": declines("card_declined", "generic_decline", "Your card was declined."),
  "4000000000009995": declines("card_declined", "insufficient_funds", "Your card has insufficient funds."),
  "4000000000000069": declines("expired_card", "expired_card", "Your card has expired."),
  "4000000000000127": declines("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": declines(
    "processing_error",
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
};

const REAL_CARD = declines(
  "card_declined",
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

/** How a card behaves; `number` is digits only. Any number that is not a test number is declined and never stored. */
export function testCard(number: string): TestCard {
  return TEST_CARDS[number] ?? REAL_CARD;
}

/** Why a saved card is declined while its holder is absent, or null. */
export function offSessionDecline({ behaviour, offSession }: TestCard): Decline | null {
  return offSession ?? (typeof behaviour === "string" ? null : behaviour);
}
