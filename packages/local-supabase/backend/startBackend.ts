import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { App, Schema } from "@supabase/lite";
import { type AuthMail, type AuthMails, createAuthMails, createLinkSeal } from "../auth/authMails.ts";
import { createAuthLayer } from "../auth/layer.ts";
import { addressBlock } from "../auth/limits/addressBlock.ts";
import type { TextMessage } from "../auth/mfa/parts.ts";
import { createOAuthCallback, isOAuthCallback } from "../auth/oauth/callback.ts";
import type { Providers } from "../auth/oauth/providers.ts";
import { plainAddress } from "../auth/plainAddress.ts";
import type { Sql } from "../auth/sql.ts";
import { lockFolder } from "../database/folderLock.ts";
import { createLite, openLite } from "../database/lite.ts";
import { applyMigrations, readMigrations } from "../database/migrations.ts";
import { openPool, type ServerUrls } from "../database/pool.ts";
import { openPostgres, type Postgres } from "../database/postgres.ts";
import { openSnapshot } from "../database/snapshot.ts";
import { isTooDeep } from "../rest/jsonDepth.ts";
import { bufferRequest } from "../rest/requestBody.ts";
import { refusalOfQuery, refuseQuery } from "../rest/restQuery.ts";
import { refusalOfCommand, refusalOfObject, refusalOfToken, renameSigned } from "../storage/hostedForm.ts";
import { type BackendKeys, readConfig } from "./config.ts";
import { createLock, type Turn } from "./lock.ts";
import { createOutgoingMail } from "./outgoingMail.ts";

export type Backend = {
  /**
   * Serves /auth/v1, /rest/v1 and /storage/v1. `peerAddress` comes from the socket, never from a header: limits count by it,
   * and addresses take turns. Rejects if the request is aborted before its turn.
   */
  fetch(request: Request, peerAddress?: string): Promise<Response>;
  /** One SQL statement as superuser, under the same lock as requests. Timestamps are returned as Postgres' text. */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly jwtSecret: string;
  /** Waits for running work, writes everything to disk and releases the data folder. */
  close(): Promise<void>;
};

export type BackendOptions = {
  /** `<dataDir>/postgres` and `<dataDir>/storage`; ":memory:" stores nothing on disk. */
  dataDir: string;
  keys: BackendKeys;
  /**
   * A prepared and migrated PostgreSQL server in place of the embedded one. Its requests to REST and storage run
   * concurrently. The folder then has only the files of storage.
   */
  server?: ServerUrls;
  /** The project's config.toml and migrations, which the Supabase CLI reads too. */
  configFile: string;
  migrationsDir: string;
  /**
   * Stores a snapshot of an in-memory database with these migrations in the system's temporary folder, so that the next one
   * starts faster. Not for migrations that change with every start: the copies would fill the disk.
   */
  keepsSnapshot?: boolean;
  /** The site's address without a trailing slash. */
  siteUrl: string;
  /** The name of the site that browsers show to the user. */
  appName: string;
  /** OAuth providers that users may sign in with. */
  providers?: Providers;
  onAuthMail(mail: AuthMail): Promise<void>;
  /** Sends a text message; phones cannot be second factors without it. */
  onAuthText?(message: TextMessage): Promise<void>;
  /** The hourly limit for each network address; without it, only bursts are limited. */
  signUpsPerHour?: number | undefined;
  /** Replaces the switch of `[auth.mfa.phone]`: the hosted service charges for phones, this package does not. */
  phoneFactors?: boolean;
  /** Passwords that nobody may choose, in lower case. */
  commonPasswords?: ReadonlySet<string>;
  /** The cost of bcrypt; GoTrue's 10 if it is not set. */
  passwordCost?: number | undefined;
  /** Called when the embedded Postgres has crashed and nothing may use its memory. Without it, the process ends. */
  onCrash?: ((failure: unknown) => never) | undefined;
  /** True if the caller holds the lock on the data folder (supervisor.ts). */
  folderIsLocked?: boolean;
};

const SERVICES = /^\/(auth|rest|storage)\/v1(\/|$)/;

/**
 * Starts Supabase in this process: an embedded Postgres with the project's migrations. Throws an error with a readable
 * message if the data folder is in use or not writable, or if a migration fails.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { keys } = options;
  const { onAuthMail, onAuthText, siteUrl, providers = {} } = options;
  const { config, mfa } = readConfig(options.configFile, keys, siteUrl, providers, options.phoneFactors);
  const outgoing = createOutgoingMail({
    mail: onAuthMail,
    text: onAuthText ?? (() => Promise.reject(new Error("There is no sender for text messages."))),
  });
  const mails = createAuthMails(createLinkSeal(keys.jwtSecret), outgoing.collect);
  const { app, postgres, superuser, release } = await open(options, config, mails);
  const answer = createAuthLayer({
    app,
    driver: postgres.driver,
    keys,
    siteUrl,
    appName: options.appName,
    mfa,
    providers,
    mails,
    signUpsPerHour: options.signUpsPerHour,
    commonPasswords: options.commonPasswords ?? new Set(),
    passwordCost: options.passwordCost,
    sendText: onAuthText ? async (message) => outgoing.collectText(message) : null,
  });
  const lock = createLock();
  let closing: Promise<void> | undefined;
  const alone = <T>(work: () => Promise<T>, turn?: Turn): Promise<T> =>
    closing ? Promise.reject(new Error("The backend is closed.")) : lock.run(work, turn);
  const inTurn = <T>(request: Request, turn: Turn, work: () => Promise<T>): Promise<T> =>
    options.server && !closing && !isAuth(request) ? work() : alone(work, turn);
  const callback = createOAuthCallback({ providers, siteUrl });

  return {
    ...keys,
    async fetch(request, peerAddress) {
      const startedAt = performance.now();
      const address = plainAddress(request);
      if (address === null || !SERVICES.test(new URL(address).pathname))
        return new Response("Not found", { status: 404 });
      const wrong = refusalOfQuery(new URL(address));
      if (wrong !== null) return refuseQuery(wrong);
      const complete = await bufferRequest(request, address);
      if (complete instanceof Response) return complete;
      if (isJson(complete) && isTooDeep(await complete.clone().text())) {
        return Response.json({ message: "The request is nested too deeply." }, { status: 400 });
      }
      const refused =
        refusalOfObject(complete) ??
        (await refusalOfCommand(complete)) ??
        (await refusalOfToken(complete, keys.jwtSecret));
      if (refused) return refused;
      const turn = { caller: addressBlock(peerAddress ?? ""), signal: request.signal };
      if (isOAuthCallback(complete))
        return callback(complete, (work) => alone(() => work(postgres.driver), turn));
      const { response, sendings } = await inTurn(complete, turn, async () => ({
        response: await renameSigned(complete, await answer(complete, peerAddress ?? null)),
        sendings: isAuth(complete) ? outgoing.take() : [],
      }));
      return hidesMail(complete, config)
        ? outgoing.deliverUnnoticed(sendings, response, startedAt)
        : outgoing.deliver(sendings, response);
    },
    async query<T>(sql: string, params?: unknown[]) {
      const work = () => superuser.query<T>(sql, params);
      const { rows } = await (options.server && !closing ? work() : alone(work));
      return rows;
    },
    async close() {
      await outgoing.settle();
      closing ??= lock
        .settled()
        .then(() => postgres.close())
        .finally(release);
      return closing;
    },
  };
}

/** True for the requests that send an email only if the address has an account, or only if it has none. */
function hidesMail(request: Request, { auth }: Schema): boolean {
  const { pathname } = new URL(request.url);
  if (pathname === "/auth/v1/signup") return auth?.email?.enable_confirmations === true;
  return pathname === "/auth/v1/recover";
}

/** Requests to the auth server run one after another on any database: each has several steps and no transaction. */
function isAuth(request: Request): boolean {
  return new URL(request.url).pathname.startsWith("/auth/");
}

/** Bodies are JSON, except for the files that are sent to storage. */
function isJson(request: Request): boolean {
  return request.body !== null && !new URL(request.url).pathname.startsWith("/storage/");
}

type Opened = { app: App; postgres: Postgres; superuser: Sql; release(): void };

/** Locks the folder, opens the database and migrates it; releases everything on failure. */
async function open(options: BackendOptions, config: Schema, mails: AuthMails): Promise<Opened> {
  const folder = options.dataDir === ":memory:" ? null : resolve(options.dataDir);
  const migrations = readMigrations(options.migrationsDir);
  const releaseFolder = folder && !options.folderIsLocked ? lockFolder(folder) : () => undefined;
  const filesFolder = folder ? join(folder, "storage") : mkdtempSync(join(tmpdir(), "local-supabase-files-"));
  const release = () => {
    if (!folder) rmSync(filesFolder, { recursive: true, force: true });
    releaseFolder();
  };
  let opened: Postgres | undefined;
  try {
    if (options.server) {
      const { postgres, superuser } = await openPool(options.server);
      opened = postgres;
      const app = await createLite({ postgres, config, filesFolder, sendMail: mails.fromLite });
      return { app, postgres, superuser, release };
    }
    const isNew = !folder || !existsSync(join(folder, "postgres"));
    const migrated = options.keepsSnapshot ? openSnapshot(migrations) : undefined;
    const empty = openSnapshot();
    const finished = isNew ? await migrated?.load() : undefined;
    const saved = finished ?? (isNew ? await empty.load() : undefined);
    const postgres = await openPostgres(folder, saved, options.onCrash);
    opened = postgres;
    const app = await openLite({ postgres, config, filesFolder, sendMail: mails.fromLite });
    if (!folder && !saved) await empty.save(postgres);
    await applyMigrations(postgres, migrations, options.dataDir);
    if (!folder && !finished) await migrated?.save(postgres);
    return { app, postgres, superuser: postgres.driver, release };
  } catch (error) {
    await opened?.close();
    release();
    throw error;
  }
}
