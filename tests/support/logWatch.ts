import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { loadSecrets } from "../../server/dataFolder.ts";

/** Patterns of secrets and personal data, whether or not a test knows the values. */
const SUSPICIOUS: [what: string, pattern: RegExp][] = [
  ["an email address", /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/i],
  ["a token", /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ["a key", /\b(sk|rk|pk)_(test|live)_\w{8,}|\bwhsec_\w{8,}|\bsb_(secret|publishable)_\w{8,}/],
  ["a checkout session", /\bcs_(test|live)_\w{8,}/],
  ["a private key", /PRIVATE KEY/],
  ["a phone number", /\+\d{9,15}\b/],
];

/** The columns with personal data. The service role can read all of them. */
const PERSONAL: Record<string, string[]> = {
  profiles: ["first_name", "last_name", "phone", "organization"],
  orders: ["first_name", "last_name", "phone", "organization"],
  contact_messages: ["name", "subject", "message"],
  certificates: ["holder_name"],
  study_rows: ["content->>value", "content->>body"],
};
/** Ignores shorter values, which are part of many words. */
const SHORTEST = 3;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/** The server may still be busy with the work of a test. */
const PATIENCE_MS = 10_000;

const typed = new Set<string>();

/** Registers values that no log may contain, such as a password, a code or a token that a test typed or received. */
export function keepOutOfLogs(...values: readonly (string | undefined)[]): void {
  for (const value of values) if (value) typed.add(value);
}

/** The secrets in a data folder. For a signing key, only the private part, because the rest is published. */
export function secretsOf(folder: string): string[] {
  return Object.values(loadSecrets(folder)).flatMap((secret) =>
    typeof secret === "string" ? secret : secret.map(({ d }) => d),
  );
}

/**
 * Everything that no log may contain: the academy's secrets, personal data in its database, credentials in its emails
 * and text messages, and what tests typed. The database is read only while the academy runs.
 */
export async function confidentialValues(folder: string, url: string | null): Promise<string[]> {
  if (!existsSync(join(folder, "secrets.json"))) return [...typed];
  const personal = url ? await personalData(url, loadSecrets(folder).secretKey) : [];
  return [...secretsOf(folder), ...personal, ...mailed(join(folder, "mailbox.jsonl")), ...typed];
}

async function personalData(url: string, secretKey: string): Promise<string[]> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const found = await Promise.all(
    Object.entries(PERSONAL).map(async ([table, columns]) => {
      const { data, error } = await client
        .from(table)
        .select(columns.join())
        .abortSignal(AbortSignal.timeout(PATIENCE_MS));
      if (error) throw new Error(`${table} could not be read: ${error.message}`);
      return data.flatMap((row) => Object.values(row));
    }),
  );
  return found.flat().filter((value) => typeof value === "string");
}

/** The passwords, codes and tokens in emails and texts. The mailbox itself stores them by design and is not a log. */
function mailed(mailbox: string): string[] {
  if (!existsSync(mailbox)) return [];
  const text = readFileSync(mailbox, "utf8");
  return [
    ...matches(text, /Temporary password: ([^\s"\\]+)/g),
    ...matches(text, /[?&#](?:token|token_hash|claim|code|key)=([\w.~-]{8,})/g),
    ...matches(text, /"from":"SMS".*?\b(\d{6})\b/g),
  ];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, value]) => value ?? []);
}

/** The lines of a log that contain a confidential value or match a pattern, each with the kind of leak. */
export function findLeaks(log: readonly string[], held: readonly string[]): string[] {
  const words = [...new Set(held)].filter((value) => value.trim().length >= SHORTEST);
  const whole = words.map((word): [string, RegExp] => [
    JSON.stringify(word),
    new RegExp(`(?<![\\p{L}\\d_])${word.replace(SPECIAL, "\\$&")}(?![\\p{L}\\d_])`, "u"),
  ]);
  return log.flatMap((line) =>
    [...SUSPICIOUS, ...whole].filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${line}`),
  );
}
