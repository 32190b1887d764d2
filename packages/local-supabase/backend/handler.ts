import type { App } from "@supabase/lite";
import { captureErrors } from "./captureErrors.ts";

export type Handler = (request: Request, peerAddress: string | null) => Promise<Response>;

/** @supabase/lite's own handler, which logs one line for each failure of the server and nothing else. */
export function createHandler(app: App): Handler {
  return async (request, peerAddress) => {
    const { result, errors } = await captureErrors(() => app.fetch(request, { peerAddress }));
    if (result.status >= 500) {
      const reasons = errors.map((error) => (error instanceof Error ? error.message : String(error)));
      console.error(
        `${request.method} ${new URL(request.url).pathname}: ${result.status} ${reasons.join(" ")}`,
      );
    }
    return result;
  };
}
