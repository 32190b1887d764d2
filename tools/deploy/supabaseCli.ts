import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The version that the tests use. */
const VERSION = "3.1.0";
const FOLDER = join(import.meta.dirname, "..", "..", "node_modules", ".supabase-cli");
const PROGRAM = join(FOLDER, "node_modules", ".bin", "supabase");
const isWindows = process.platform === "win32";

type Access = {
  /** The folder that contains `supabase/`. */
  workdir: string;
  token?: string;
  /** The Management API in place of Supabase's, for rehearsals. */
  apiUrl?: string | undefined;
  /** Values for `env(…)` in config.toml. */
  env?: Record<string, string | undefined>;
};

export type SupabaseCli = {
  /** Runs a command that changes something and needs no answer. Throws with the CLI's own messages if it fails. */
  run(args: string[]): Promise<string>;
  /** The same command without `--yes`: it says what it would change and changes nothing. Returns what it printed. */
  preview(args: string[]): Promise<string>;
};

/** Returns the CLI. It is installed on first use, because its package is too large to install for every `npm start`. */
export function supabaseCli(access: Access): SupabaseCli {
  installIfNeeded();
  const call = async (args: string[]) => {
    const profile = access.apiUrl ? writeProfile(access.apiUrl) : null;
    const options = [
      ...(profile ? ["--profile", profile] : []),
      "--agent",
      "no",
      "--workdir",
      access.workdir,
    ];
    try {
      return await output([...options, ...args], access);
    } finally {
      if (profile) rmSync(dirname(profile), { recursive: true });
    }
  };
  return {
    run: async (args) => {
      const { code, text } = await call(["--yes", ...args]);
      if (code !== 0) throw new Error(lastSentences(args, text));
      return text;
    },
    preview: async (args) => {
      const { code, text } = await call(args);
      if (code !== 0 && !text.includes("Nothing was changed.")) throw new Error(lastSentences(args, text));
      return text;
    },
  };
}

/** Processes that start at the same time each install it in a folder of their own, and the first to finish wins. */
function installIfNeeded(): void {
  if (existsSync(PROGRAM)) return;
  process.stderr.write("Installing the Supabase CLI (140 MB, once)…\n");
  const own = mkdtempSync(`${FOLDER}-`);
  try {
    const flags = ["--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"];
    const args = ["install", "--prefix", own, ...flags, `supabase@${VERSION}`];
    const result = spawnSync("npm", args, { cwd: own, encoding: "utf8", shell: isWindows });
    if (result.status !== 0) throw new Error(`The Supabase CLI could not be installed:\n${result.stderr}`);
    if (!existsSync(PROGRAM)) renameSync(own, FOLDER);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** A profile tells the CLI which servers to use. */
function writeProfile(apiUrl: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "academy-profile-")), "profile.yaml");
  const host = "stand-in.localhost";
  const keys = {
    name: "stand-in",
    api_url: apiUrl,
    dashboard_url: apiUrl,
    docs_url: apiUrl,
    project_host: host,
  };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${value}\n`);
  writeFileSync(file, lines.join(""));
  return file;
}

async function output(args: string[], { token, env }: Access): Promise<{ code: number; text: string }> {
  const child = spawn(PROGRAM, args, {
    stdio: ["ignore", "pipe", "pipe"],
    shell: isWindows,
    env: {
      ...process.env,
      ...env,
      SUPABASE_ACCESS_TOKEN: token,
      SUPABASE_TELEMETRY_DISABLED: "1",
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (part: string) => {
      text += part;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
  });
}

function lastSentences(args: string[], text: string): string {
  const said = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("WARN") && !line.startsWith("Uploading asset"))
    .slice(-12);
  return `supabase ${args.slice(0, 2).join(" ")} failed:\n${said.map((line) => `  ${line}`).join("\n")}`;
}
