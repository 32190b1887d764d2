import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { boolean, notSimulated, text, unsettable } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { requireObject, type World } from "../world.ts";
import { closeDispute, isDecided } from "./closeDispute.ts";
import { type Dispute, disputes } from "./dispute.ts";
import { decisionOf, EVIDENCE_FIELDS } from "./evidence.ts";

const path = "/disputes";
const updateParams = z.strictObject({
  evidence: z
    .strictObject({
      ...Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, unsettable(text(20_000))])),
      ...notSimulated("appeal", "enhanced_evidence"),
    })
    .optional(),
  metadata,
  submit: boolean.optional(),
  ...notSimulated("intended_submission_method"),
});

/** Evidence is submitted unless `submit` is false. */
function update(world: World, params: z.output<typeof updateParams>, id: string): Dispute {
  const { evidence, submit = true } = params;
  if (evidence && isDecided(requireObject(world, disputes, id))) {
    throw badRequest("This dispute is already closed");
  }
  const isSubmitted = evidence !== undefined && submit;
  const updated = saveUpdate(world, disputes, id, "charge.dispute.updated", (before) => ({
    ...before,
    evidence: { ...before.evidence, ...given(evidence ?? {}) },
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || evidence !== undefined,
      submission_count: before.evidence_details.submission_count + (isSubmitted ? 1 : 0),
      submission_method: isSubmitted ? "manual" : before.evidence_details.submission_method,
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    status: isSubmitted ? "under_review" : before.status,
  }));
  const decision = isSubmitted ? decisionOf(updated.evidence.uncategorized_text) : null;
  return decision ? closeDispute(world, updated, decision) : updated;
}

export const disputeResource: Resource = {
  kinds: [disputes],
  endpoints: [
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    // "Closing the dispute for a charge indicates that you do not have any evidence to submit" (API reference).
    endpoint("POST", `${path}/:id/close`, z.strictObject({}), (world, _params, { id }) => {
      const dispute = requireObject(world, disputes, id);
      if (isDecided(dispute)) throw badRequest("This dispute is already closed");
      return closeDispute(world, dispute, "lost");
    }),
    retrieveEndpoint(path, disputes),
    listEndpoint(path, disputes, {
      charge: equal("charge", text()),
      payment_intent: equal("payment_intent", text()),
    }),
  ],
};
