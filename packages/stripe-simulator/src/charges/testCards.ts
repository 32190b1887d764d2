/** Why a card is declined, in Stripe's codes and words (docs.stripe.com/declines/codes). */
export type Decline = { code: string; declineCode: string; message: string };

type CardBehaviour = "succeeds" | "authenticates" | Decline;

export type TestCard = {
  brand: "visa" | "mastercard";
  behaviour: CardBehaviour;
  /** Why charges are declined while the customer is absent, although they succeed while the customer is present. */
  offSession?: Decline;
};

/** Simulator only (Stripe has no such number): accepted while its holder is present, declined at every renewal. */
const FAILS_ON_RENEWAL = "4000000000007726";

function declines(code: string, declineCode: string, message: string): TestCard {
  return { brand: "visa", behaviour: { code, declineCode, message } };
}

export const GENERIC_DECLINE: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};

/** Some of Stripe's published test numbers (docs.stripe.com/testing); no real card has them. */
const TEST_CARDS: { readonly [number: string]: TestCard } = {
  "4242424242424242": { brand: "visa", behaviour: "succeeds" },
  "5555555555554444": { brand: "mastercard", behaviour: "succeeds" },
  "4000002500003155": { brand: "visa", behaviour: "authenticates" },
  // "This card requires authentication on all transactions, regardless of how the card is set up."
  "4000002760003184": {
    brand: "visa",
    behaviour: "authenticates",
    offSession: {
      code: "authentication_required",
      declineCode: "authentication_required",
      message: "Your card was declined. This transaction requires authentication.",
    },
  },
  [FAILS_ON_RENEWAL]: { brand: "visa", behaviour: "succeeds", offSession: GENERIC_DECLINE },
  "4000000000000002": { brand: "visa", behaviour: GENERIC_DECLINE },
  "4000000000009995": declines("card_declined", "insufficient_funds", "Your card has insufficient funds."),
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
