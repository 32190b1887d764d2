import { errors, jwtVerify } from "jose";
import { z } from "zod";

const BASE = "/storage/v1";
const OBJECT = /^\/storage\/v1\/object\/(?!sign\/|copy$|move$|list\/|info\/)./;
const SIGNED = /^\/storage\/v1\/object\/(upload\/)?sign\//;

/**
 * Converts a form upload from a browser to the bare file that @supabase/lite accepts. supabase-js puts the file into a field
 * without a name, which @supabase/lite does not read. Returns other requests unchanged.
 */
export async function unwrapUpload(request: Request): Promise<Request> {
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (!isForm || !OBJECT.test(new URL(request.url).pathname)) return request;
  let form: FormData;
  try {
    form = await request.clone().formData();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Not a valid form; @supabase/lite rejects it.
    return request;
  }
  const file = form.get("");
  if (!(file instanceof Blob)) return request;
  const headers = new Headers(request.headers);
  headers.set("content-type", file.type || "application/octet-stream");
  headers.set("content-length", String(file.size));
  const seconds = form.get("cacheControl");
  if (typeof seconds === "string") headers.set("cache-control", `max-age=${seconds}`);
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}

/**
 * The response of hosted Supabase to a signed URL whose token is malformed, forged or expired; null for any other request.
 * @supabase/lite would answer 500.
 */
export async function refusalOfToken(request: Request, jwtSecret: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (!token || !SIGNED.test(pathname)) return null;
  try {
    await jwtVerify(token, new TextEncoder().encode(jwtSecret));
    return null;
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    const body = { statusCode: "400", error: "InvalidJWT", message: error.message };
    return Response.json(body, { status: 400 });
  }
}

/** Requests whose body is JSON. The body of any other is a file. */
const COMMAND = /^\/storage\/v1\/(bucket|object\/(list|copy|move|sign))(\/|$)/;

const count = z.number().nonnegative().optional();
/** What the database rejects and @supabase/lite does not check. It checks the rest. */
const paging = z.looseObject({ limit: count, offset: count });

/**
 * The response to a command whose JSON cannot be parsed or contains NUL or a negative count, which the database rejects;
 * null for any other request. @supabase/lite would answer 500.
 */
export async function refusalOfCommand(request: Request): Promise<Response | null> {
  // The library decodes the path too.
  const pathname = decodeURIComponent(new URL(request.url).pathname);
  const isCommand = COMMAND.test(pathname) || (pathname.startsWith(BASE) && request.method === "DELETE");
  if (!isCommand || request.body === null) return null;
  const text = await request.clone().text();
  try {
    if (text === "") return null;
    const body: unknown = JSON.parse(text);
    if (paging.safeParse(body).success && !JSON.stringify(body).includes("\\u0000")) return null;
  } catch {
    // Not JSON.
  }
  const body = {
    statusCode: "400",
    error: "InvalidRequest",
    message: "The body is not a valid command in JSON.",
  };
  return Response.json(body, { status: 400 });
}

const signed = z.object({ signedUrl: z.string() });
const signedUpload = signed.extend({ token: z.string() });

/** Renames signed URLs as in hosted Supabase: relative to the storage service, in `signedURL` or `url`. */
export async function renameSigned(request: Request, response: Response): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (request.method !== "POST" || !response.ok || !SIGNED.test(path)) return response;
  const body: unknown = await response.json();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json(renamed(path, body), { status: response.status, headers });
}

function renamed(path: string, body: unknown): unknown {
  if (path.startsWith(`${BASE}/object/upload/`)) {
    const { signedUrl, token } = signedUpload.parse(body);
    return { url: relative(signedUrl), token };
  }
  return { signedURL: relative(signed.parse(body).signedUrl) };
}

function relative(address: string): string {
  return address.startsWith(BASE) ? address.slice(BASE.length) : address;
}
