import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { text } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { earlyFraudWarnings } from "./earlyFraudWarning.ts";

const path = "/radar/early_fraud_warnings";

export const earlyFraudWarningResource: Resource = {
  kinds: [earlyFraudWarnings],
  endpoints: [
    retrieveEndpoint(path, earlyFraudWarnings),
    listEndpoint(path, earlyFraudWarnings, {
      charge: equal("charge", text()),
      payment_intent: equal("payment_intent", text()),
    }),
  ],
};
