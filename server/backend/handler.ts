import type { App } from "@supabase/lite";
import { captureErrors } from "./captureErrors.ts";

export type Handler = (request: Request, peerAddress: string | null) => Promise<Response>;

/** Names that every object answers to: @supabase/lite looks an operator up by its name and finds a function. */
const NO_OPERATOR = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * @supabase/lite's own handler, which logs one line for each failure of the server and nothing else. A filter that names
 * no operator is refused as PostgREST does.
 */
export function createHandler(app: App): Handler {
  return async (request, peerAddress) => {
    const wrong = wrongFilter(new URL(request.url));
    if (wrong !== null) {
      const message = `"failed to parse filter (${wrong})" (line 1, column 1)`;
      return Response.json({ code: "PGRST100", details: null, hint: null, message }, { status: 400 });
    }
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

function wrongFilter({ pathname, searchParams }: URL): string | null {
  if (!pathname.startsWith("/rest/v1/")) return null;
  for (const value of searchParams.values()) {
    const [operator = ""] = value.replace(/^not\./, "").split(".");
    if (NO_OPERATOR.has(operator)) return value;
  }
  return null;
}
