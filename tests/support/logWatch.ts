import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { loadSecrets } from "../../server/dataFolder.ts";

/** Looks like a secret or like personal data, whoever it belongs to. */
const SUSPICIOUS: [what: string, pattern: RegExp][] = [
  ["an e-mail address", /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/i],
  ["a token", /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ["a key", /\b(sk|rk|pk)_(test|live)_\w{8,}|\bwhsec_\w{8,}|\bsb_(secret|publishable)_\w{8,}/],
  ["a checkout session", /\bcs_(test|live)_\w{8,}/],
  ["a private key", /PRIVATE KEY/],
  ["a phone number", /\+\d{9,15}\b/],
];

/** Where the academy keeps what people say of themselves; all of it can be read by the service role. */
const PERSONAL: Record<string, string[]> = {
  profiles: ["first_name", "last_name", "phone", "organization"],
  orders: ["first_name", "last_name", "phone", "organization"],
  contact_messages: ["name", "subject", "message"],
  certificates: ["holder_name"],
  workbook_fields: ["value"],
  lesson_notes: ["body"],
};
/** Shorter ones are part of any word. */
const SHORTEST = 3;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
/** The server may be busy with what a test left behind. */
const PATIENCE_MS = 10_000;

const typed = new Set<string>();

/** Something that a test types or receives and that no log may hold: a password, a code, a token. */
export function keepOutOfLogs(...values: readonly (string | undefined)[]): void {
  for (const value of values) if (value) typed.add(value);
}

/** What the data folder's secrets are made of: of a signing key the private part, for the rest of it is published. */
export function secretsOf(folder: string): string[] {
  return Object.values(loadSecrets(folder)).flatMap((secret) =>
    typeof secret === "string" ? secret : secret.map(({ d }) => d),
  );
}

/**
 * All that an academy knows and may not tell: its own secrets, what its database holds of people, what its mails and
 * text messages gave them, and what tests typed. The database is asked only while the academy runs.
 */
export async function heldBy(folder: string, url: string | null): Promise<string[]> {
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

/** Passwords, codes and the tokens of links. The mailbox itself is where one machine keeps its mails, and no log. */
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

/** The lines of a log that tell something of this, each with what it is. */
export function toldBy(log: readonly string[], held: readonly string[]): string[] {
  const words = [...new Set(held)].filter((value) => value.trim().length >= SHORTEST);
  const whole = words.map((word): [string, RegExp] => [
    JSON.stringify(word),
    new RegExp(`(?<![\\p{L}\\d_])${word.replace(SPECIAL, "\\$&")}(?![\\p{L}\\d_])`, "u"),
  ]);
  return log.flatMap((line) =>
    [...SUSPICIOUS, ...whole].filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${line}`),
  );
}
