import { isIP } from "node:net";
import type { App } from "@supabase/lite";
import type { BackendKeys } from "../backend/config.ts";
import { createHandler, type Handler } from "../backend/liteHandler.ts";
import { createAdminRoutes } from "./admin/adminRoutes.ts";
import { AuthError, notSimulated } from "./authError.ts";
import type { AuthMails } from "./authMails.ts";
import { checkAuthBody } from "./checkBody.ts";
import { addressBlock } from "./limits/addressBlock.ts";
import type { TextMessage } from "./mfa/parts.ts";
import { createFactorRoutes, renewSession } from "./mfa/routes.ts";
import type { MfaSettings } from "./mfa/settings.ts";
import { authorizeAt } from "./oauth/authorize.ts";
import type { Providers } from "./oauth/providers.ts";
import { passwordRulesOf } from "./password/checkPassword.ts";
import { createReplies } from "./replies.ts";
import { requireSession } from "./session/session.ts";
import { createTokens } from "./session/tokens.ts";
import type { Driver } from "./sql.ts";
import { changeUser } from "./steps/changeUser.ts";
import { recover } from "./steps/sendMail.ts";
import { token } from "./steps/signIn.ts";
import { signOut } from "./steps/signOut.ts";
import { signUp, signUpLimitsOf } from "./steps/signUp.ts";
import type { Next, Step } from "./steps/step.ts";
import { verifyMail } from "./steps/verifyMail.ts";

const ADMIN = /^\/auth\/v1\/(admin(\/|$)|invite$)/;
const AUTH = /^\/auth\/v1(\/|$)/;
const FACTORS = /^\/auth\/v1\/factors(\/|$)/;
const NO_ADDRESS = "0.0.0.0";

const pass: Step = ({ request }, next) => next(request);

/** Rejects a forged token with GoTrue's 403; @supabase/lite would answer 401. */
const currentUser: Step = async ({ sql, jwtSecret, request }, next) => {
  await requireSession(sql, jwtSecret, request.headers);
  return next(request);
};

/** @supabase/lite sets the same cache headers as hosted Supabase, but has no keys to publish. */
const publishKeys: Step = async ({ request, published }, next) => {
  const { headers } = await next(request);
  return Response.json(published, { headers });
};

/**
 * All routes except `GET /authorize` below and `GET /callback` (oauth/callback.ts). Other requests are never passed on to
 * @supabase/lite, which has neither second factors nor limits.
 */
const STEPS: Record<string, Step | undefined> = {
  "POST /auth/v1/signup": signUp,
  "POST /auth/v1/token": token,
  "POST /auth/v1/recover": recover,
  "POST /auth/v1/verify": verifyMail,
  "GET /auth/v1/user": currentUser,
  "PUT /auth/v1/user": changeUser,
  "POST /auth/v1/logout": signOut,
  "GET /auth/v1/health": pass,
  "GET /auth/v1/settings": pass,
  "GET /auth/v1/.well-known/jwks.json": publishKeys,
};
/** Each route as "METHOD /path". */
export const AUTH_ROUTES = Object.keys(STEPS);

/**
 * Wraps @supabase/lite and adds the features of hosted Supabase's auth that it lacks, with the same paths and formats. Each
 * call has exclusive use of the database session until it settles.
 */
export function createAuthLayer(parts: {
  app: App;
  driver: Driver;
  keys: BackendKeys;
  siteUrl: string;
  appName: string;
  mfa: MfaSettings;
  providers: Providers;
  mails: AuthMails;
  signUpsPerHour: number | undefined;
  commonPasswords: ReadonlySet<string>;
  passwordCost: number | undefined;
  sendText: ((message: TextMessage) => Promise<void>) | null;
}): Handler {
  const { driver, keys, mails } = parts;
  const handle = createHandler(parts.app);
  const passwords = passwordRulesOf(
    parts.app.config.auth?.minimum_password_length,
    parts.commonPasswords,
    parts.passwordCost,
  );
  const confirmsSignUps = parts.app.config.auth?.email?.enable_confirmations ?? false;
  const admin = createAdminRoutes({ driver, keys, passwords });
  const tokens = createTokens(keys, parts.siteUrl);
  const authorize = authorizeAt(parts.providers, parts.siteUrl);
  const steps: typeof STEPS = { ...STEPS, "GET /auth/v1/authorize": authorize };
  const complete = createReplies({ ...parts, tokens });
  const signUpLimits = signUpLimitsOf(parts.signUpsPerHour);
  const codeSeconds = parts.app.config.auth?.email?.otp_expiry ?? 3600;
  const codeDigits = parts.app.config.auth?.email?.otp_length ?? 6;
  const answer = async (request: Request, peerAddress: string | null) => {
    // Cloned because @supabase/lite consumes the body, which `complete` needs as well.
    const asked = request.method === "PUT" ? request.clone() : request;
    return complete(asked, await handle(request, peerAddress));
  };
  const factors = createFactorRoutes({
    ...keys,
    driver,
    settings: parts.mfa,
    siteUrl: parts.siteUrl,
    appName: parts.appName,
    sendText: parts.sendText,
    renew: (request, sessionId) => renewSession(driver, request, sessionId, (next) => answer(next, null)),
  });

  return async (sent, peerAddress) => {
    const request = await tokens.admit(sent);
    const { pathname } = new URL(request.url);
    if (ADMIN.test(pathname)) return admin(request);
    // A browser's preflight request changes nothing.
    if (!AUTH.test(pathname) || request.method === "OPTIONS") return handle(request, peerAddress);
    const address = peerAddress && isIP(peerAddress) ? peerAddress : NO_ADDRESS;
    const next: Next = (passed) => answer(passed, peerAddress);
    try {
      const body = await checkAuthBody(request);
      if (FACTORS.test(pathname)) return await factors(request, address);
      const step = steps[`${request.method} ${pathname}`];
      if (!step) throw notSimulated(request);
      const { jwtSecret } = keys;
      const { published } = tokens;
      return await step(
        {
          request,
          body,
          address: addressBlock(address),
          isInternal: peerAddress === null,
          signUpLimits,
          confirmsSignUps,
          passwords,
          sql: driver,
          jwtSecret,
          published,
          mails,
          codeSeconds,
          codeDigits,
        },
        next,
      );
    } catch (error) {
      if (error instanceof AuthError) return error.toResponse();
      throw error;
    }
  };
}
