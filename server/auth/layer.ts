import type { App } from "@supabase/lite";
import type { PGlite } from "@supabase/lite/pglite";
import type { BackendKeys } from "../backend/config.ts";
import { createHandler, type Handler } from "../backend/handler.ts";
import { createAdminRoutes } from "./adminRoutes.ts";
import { AuthError } from "./authError.ts";
import { checkAuthBody } from "./checkBody.ts";
import { createReplies } from "./replies.ts";

const ADMIN = /^\/auth\/v1\/admin(\/|$)/;
const AUTH = /^\/auth\/v1\//;

/**
 * @supabase/lite, and in front of it what hosted Supabase's auth has and it lacks, with hosted Supabase's paths and
 * shapes. Each call owns the database session until it settles.
 */
export function createAuthLayer(parts: {
  app: App;
  driver: PGlite;
  keys: BackendKeys;
  siteUrl: string;
}): Handler {
  const handle = createHandler(parts.app);
  const admin = createAdminRoutes(parts);
  const complete = createReplies(parts);
  return async (request, peerAddress) => {
    const { pathname } = new URL(request.url);
    if (ADMIN.test(pathname)) return admin(request);
    if (!AUTH.test(pathname)) return handle(request, peerAddress);
    try {
      await checkAuthBody(request);
    } catch (error) {
      if (error instanceof AuthError) return error.toResponse();
      throw error;
    }
    const sent = pathname === "/auth/v1/user" && request.method === "PUT" ? request.clone() : request;
    return complete(sent, await handle(request, peerAddress));
  };
}
