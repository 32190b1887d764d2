import { hasSecretKey } from "../_shared/http/caller.ts";
import { addressSource } from "../_shared/http/callerAddress.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { readFigures } from "../_shared/operations/figures.ts";
import { problemsIn } from "../_shared/operations/thresholds.ts";

/**
 * GET, for anyone, such as an uptime monitor: 200 `{ status: "ok" }`, or 503 `{ status: "late", problems }` with the codes
 * of docs/alerts.md when work is not being done. A caller with the secret key (`apikey` header) also gets the `figures`,
 * each problem's value, threshold, meaning and first remedy as `details`, and the header from which the rate limits take
 * the caller's address as `addressSource`. It needs no timer, so it also reports that the timers have stopped.
 */
export default serveFunction(
  {
    name: "health",
    method: "GET",
    cache: "no-store",
    rateLimit: { requests: 30, windowSeconds: 60 },
  },
  async (call): Promise<Response> => {
    const figures = await readFigures(call.admin);
    const details = problemsIn(figures);
    const problems = details.map(({ code }) => code);
    const reply = problems.length === 0 ? { status: "ok" } : { status: "late", problems };
    const status = problems.length === 0 ? 200 : 503;
    if (!(await hasSecretKey(call.request))) return Response.json(reply, { status });
    const source = addressSource(call.request.headers, call.env);
    return Response.json({ ...reply, problems, details, figures, addressSource: source }, { status });
  },
);
