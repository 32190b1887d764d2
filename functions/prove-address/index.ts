import type { z } from "zod";
import { type proveAddressReplySchema, proveAddressSchema } from "../../src/domain/address.ts";
import { readJson } from "../_shared/http/body.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { sha256Hex } from "../_shared/random.ts";
import { claimAccount } from "./claimAccount.ts";
import { confirmAddress } from "./confirmAddress.ts";

/**
 * POST `{ key, password? }` with the key of an emailed link (docs/decisions/0035). With a password, from any browser,
 * it takes over the account; without one it confirms the address of the signed-in user. Either way, orders waiting for
 * the address are attached. Returns `{ outcome }`; 404 for a link that is invalid or no longer works.
 */
export default {
  fetch: serveFunction(
    { name: "prove-address", method: "POST", rateLimit: { requests: 30, windowSeconds: 600 } },
    async (call): Promise<z.input<typeof proveAddressReplySchema>> => {
      const { key, password } = await readJson(call.request, proveAddressSchema);
      const hash = await sha256Hex(key);
      const outcome =
        password === undefined ? await confirmAddress(call, hash) : await claimAccount(call, hash, password);
      call.log.info("address_proven", { outcome });
      await startMailDelivery(call);
      return { outcome };
    },
  ),
};
