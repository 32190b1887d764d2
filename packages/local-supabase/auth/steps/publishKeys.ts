import type { Step } from "./step.ts";

/** `GET /.well-known/jwks.json`: @supabase/lite lets caches keep it as hosted Supabase does, but has no keys. */
export const publishKeys: Step = async ({ request, published }, next) => {
  const { headers } = await next(request);
  return Response.json(published, { headers });
};
