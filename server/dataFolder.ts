import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { newSigningKey, signingKeysSchema } from "@academy/local-supabase";
import { z } from "zod";
import { serverLog } from "./log.ts";

const secretsSchema = z.object({
  jwtSecret: z.string().min(32),
  secretKey: z.string().startsWith("sb_secret_"),
  stripeSecretKey: z.string().startsWith("sk_test_"),
  stripeWebhookSecret: z.string().startsWith("whsec_"),
  /** 32 bytes in base64url. */
  certificateKey: z.string().length(43),
  /** The private key that signs requests to push services: 32 bytes in base64url. */
  vapidKey: z.string().length(43),
  signingKeys: signingKeysSchema,
});
/** Secrets of one installation of the embedded server, generated at its first start. */
export type LocalSecrets = z.infer<typeof secretsSchema>;

/**
 * Public by design (it only selects the role `anon`), so the built site can contain it, and one build works with every data
 * folder.
 */
export const LOCAL_PUBLISHABLE_KEY = "sb_publishable_academy_local";

const OWNER_ONLY = 0o700;

/**
 * Creates the folder if it is missing, and withdraws other users' access to an existing one. Throws an error with a readable
 * message if it is not writable.
 */
export function openDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    withdrawOthers(folder);
    accessSync(folder, constants.W_OK | constants.R_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The data folder ${folder} is not writable. Set ACADEMY_DATA to a folder that is.`, {
      cause,
    });
  }
  return folder;
}

function withdrawOthers(folder: string): void {
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, OWNER_ONLY);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
    // A mounted volume, for example. Its owner decides who may read it.
    serverLog.fault(
      "data_folder_readable",
      new Error(`${folder} belongs to another user: others may read it.`),
    );
  }
}

function newSecrets(): LocalSecrets {
  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  return {
    jwtSecret: random(48),
    secretKey: `sb_secret_${random(24)}`,
    stripeSecretKey: `sk_test_${random(24)}`,
    stripeWebhookSecret: `whsec_${random(24)}`,
    certificateKey: random(32),
    vapidKey: random(32),
    signingKeys: [newSigningKey()],
  };
}

/** Reads the folder's secrets, or generates them at the first start. `null` means the in-memory academy. */
export function loadSecrets(folder: string | null): LocalSecrets {
  if (folder === null) return newSecrets();
  const file = join(folder, "secrets.json");
  const stored = readSecrets(file);
  if (stored) return stored;
  const secrets = newSecrets();
  const temporary = `${file}.new`;
  writeFileSync(temporary, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  renameSync(temporary, file);
  return secrets;
}

function readSecrets(file: string): LocalSecrets | null {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new Error(
      `${file} is damaged or from an earlier version: restore it from a backup, because sessions and certificates depend on it.`,
      { cause: error },
    );
  }
}
