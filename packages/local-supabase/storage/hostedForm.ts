import { errors, jwtVerify } from "jose";
import { z } from "zod";

const BASE = "/storage/v1";
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//;
const SIGNED = /^\/storage\/v1\/object\/sign\//;

/**
 * The response to a request for something that is not simulated: an upload as a form, which is how supabase-js sends a File or
 * Blob (send its bytes instead), or a signed upload. Null for any other request.
 */
export function refusalOfObject(request: Request): Response | null {
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  const pathname = pathOf(request);
  if (!pathname.startsWith(BASE) || !(isForm || SIGNED_UPLOAD.test(pathname))) return null;
  return refuse(isForm ? "Uploads as forms are not simulated." : `${pathname} is not simulated.`);
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
    return refuse(error.message, "InvalidJWT");
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
  const pathname = pathOf(request);
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
  return refuse("The body is not a valid command in JSON.");
}

/** The path as the library reads it. */
function pathOf(request: Request): string {
  return decodeURIComponent(new URL(request.url).pathname);
}

function refuse(message: string, error = "InvalidRequest"): Response {
  return Response.json({ statusCode: "400", error, message }, { status: 400 });
}

const signed = z.object({ signedUrl: z.string() });

/** Renames a signed URL as in hosted Supabase: relative to the storage service, in `signedURL`. */
export async function renameSigned(request: Request, response: Response): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (request.method !== "POST" || !response.ok || !SIGNED.test(path)) return response;
  const body: unknown = await response.json();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const { signedUrl } = signed.parse(body);
  const signedURL = signedUrl.startsWith(BASE) ? signedUrl.slice(BASE.length) : signedUrl;
  return Response.json({ signedURL }, { status: response.status, headers });
}
