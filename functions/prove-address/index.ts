import { z } from "zod";
import { type proveAddressReplySchema, proveAddressSchema } from "../../src/domain/address.ts";
import { checkPassword } from "../_shared/accounts/checkPassword.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { sha256Hex } from "../_shared/random.ts";

/**
 * POST `{ key, password? }` with the key of an emailed link (docs/decisions/0035). With a password, from any browser,
 * it takes over the account; without one it confirms the address of the signed-in user. Either way, orders waiting for
 * the address are attached. Returns `{ outcome }`; 404 for a link that is invalid or no longer works.
 */
export default serveFunction(
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
);

const LINK_SPENT = "This link no longer works. Please ask for a new one.";

/** For a signed-in user who received the email: account and address are both verified, so nothing has to be removed. */
async function confirmAddress(call: Call, linkHash: string): Promise<"confirmed"> {
  const user = await requireUser(call);
  const args = { p_token_hash: linkHash, p_user: user.id };
  const isConfirmed = await callDatabase(call.admin, "confirm_address", args, z.boolean().nullable());
  if (isConfirmed === null) throw new Refusal(404, "not_found", LINK_SPENT);
  if (!isConfirmed) {
    throw new Refusal(
      409,
      "other_account",
      "You are signed in to an account with a different address from the one to which this link was sent. Sign out and open it again, or choose a new password for the account with that address.",
    );
  }
  return "confirmed";
}

/** Someone may sign up with the address, or delete the account, between two steps. */
const MAX_TRIES = 3;

const startedSchema = z
  .discriminatedUnion("outcome", [
    z.object({
      outcome: z.literal("no_account"),
      email: z.string(),
      order: z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string() }),
    }),
    z.object({ outcome: z.literal("being_deleted") }),
    z.object({ outcome: z.literal("owned") }),
    z.object({ outcome: z.literal("locked"), user_id: z.uuid() }),
  ])
  .nullable();
type StartedClaim = NonNullable<z.infer<typeof startedSchema>>;

/**
 * Hands over the account that has the link's address to the owner of that address:
 * 1. One transaction locks everyone out: it removes sessions, factors, recovery codes, other sign-in methods and the
 * password.
 * 2. The owner's password is set.
 * 3. One transaction marks the address as verified, attaches the waiting orders and uses up the link.
 * An interrupted claim is repeated with the same link; nobody else can sign in meanwhile.
 */
async function claimAccount(call: Call, linkHash: string, password: string): Promise<"claimed" | "owned"> {
  checkPassword(password);
  for (let count = 0; count < MAX_TRIES; count++) {
    const started = await callDatabase(
      call.admin,
      "begin_address_claim",
      { p_token_hash: linkHash },
      startedSchema,
    );
    if (!started) throw new Refusal(404, "not_found", LINK_SPENT);
    if (started.outcome === "owned") return "owned";
    const userId = await setPassword(call, started, password);
    if (userId === null) continue;
    const args = { p_token_hash: linkHash, p_user: userId };
    if (await callDatabase(call.admin, "finish_address_claim", args, z.boolean())) return "claimed";
  }
  throw new Error("the account of the address changed three times during a claim");
}

/**
 * Returns the account that now has the password, or null if another request has changed the account in the meantime.
 */
async function setPassword(
  { admin }: Call,
  started: Exclude<StartedClaim, { outcome: "owned" }>,
  password: string,
): Promise<string | null> {
  switch (started.outcome) {
    case "being_deleted":
      throw new Refusal(
        409,
        "being_deleted",
        "The account with this address is being deleted. Please try again in a few minutes.",
      );
    case "no_account": {
      const { id, first_name, last_name } = started.order;
      const { data, error } = await admin.auth.admin.createUser({
        email: started.email,
        password,
        email_confirm: true,
        user_metadata: { first_name, last_name },
        app_metadata: { made_for_order: id },
      });
      if (error) return refusePassword(error, "email_exists");
      return data.user.id;
    }
    case "locked": {
      const { error } = await admin.auth.admin.updateUserById(started.user_id, { password });
      if (error) return refusePassword(error, "user_not_found");
      return started.user_id;
    }
  }
}

function refusePassword(error: { code?: string | undefined; message: string }, changed: string): null {
  if (error.code === changed) return null;
  if (error.code === "weak_password" || error.code === "validation_failed") {
    throw new Refusal(400, "weak_password", error.message);
  }
  throw error;
}
