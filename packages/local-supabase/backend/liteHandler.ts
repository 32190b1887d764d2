import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";

export type Handler = (request: Request, peerAddress: string | null) => Promise<Response>;

/** The handler of @supabase/lite, limited to logging one line for each server error. */
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

const captured = new AsyncLocalStorage<unknown[]>();
let running = 0;
let original: typeof console.error;
let diverted: typeof console.error;

/**
 * Runs `work` and keeps its `console.error` output out of the log. @supabase/lite prints every rejection by a policy or a
 * constraint there, with the statement and its values, although these are not server errors and contain personal data.
 * Output of other code that runs at the same time is logged as usual.
 */
export async function captureErrors<T>(work: () => Promise<T>): Promise<{ result: T; errors: unknown[] }> {
  const errors: unknown[] = [];
  if (running++ === 0) install();
  try {
    return { result: await captured.run(errors, work), errors };
  } finally {
    if (--running === 0 && console.error === diverted) console.error = original;
  }
}

/** Uses a proxy, so that tests can still inspect a mock of `console.error`. */
function install(): void {
  original = console.error;
  diverted = new Proxy(original, {
    apply(print, owner, args) {
      const errors = captured.getStore();
      if (errors) errors.push(...args);
      else Reflect.apply(print, owner, args);
    },
  });
  console.error = diverted;
}
