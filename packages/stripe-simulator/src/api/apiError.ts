type ErrorBody = {
  type: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
};

const DOCUMENTED_CODES = "https://stripe.com/docs/error-codes/";

/** An error in Stripe's shape (docs.stripe.com/api/errors). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A card was declined. The response is an error, but the changes made by the attempt are kept. */
export class CardError extends ApiError {
  constructor({ code, declineCode, message }: { code: string; declineCode: string; message: string }) {
    const declined = declineCode ? { decline_code: declineCode } : {};
    super(402, { type: "card_error", code, ...declined, message });
  }
}

export function badRequest(message: string, detail: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...detail });
}

/** Kinds of object that have another name in Stripe's messages. */
const NAMES_IN_MESSAGES: { readonly [object: string]: string } = {
  payment_method: "PaymentMethod",
  promotion_code: "promotion code",
  tax_rate: "tax rate",
  webhook_endpoint: "webhook endpoint",
};

/** Stripe's "No such …" error: 404 when the id is in the path (`param` is then "id"), 400 when it is a parameter. */
export function noSuch(object: string, id: string, param = "id"): ApiError {
  return new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${NAMES_IN_MESSAGES[object] ?? object}: '${id}'`,
    param,
  });
}

/** The wire form, with the link to the documentation that Stripe adds to coded errors. */
export function errorJson(body: ErrorBody, requestId: string): object {
  const docUrl = body.code ? { doc_url: `${DOCUMENTED_CODES}${body.code.replaceAll("_", "-")}` } : {};
  return {
    error: { ...body, ...docUrl, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
  };
}
