import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export const ENGINES = ["Chromium", "Firefox", "WebKit"] as const;
export type Engine = (typeof ENGINES)[number];

type Browser = {
  /** Names a browser that is installed elsewhere. WebKit needs several programs, so it has no such variable. */
  variable?: string;
  /** Each of these is needed; the first path that exists is used. */
  programs: string[][];
  /** Of Debian. */
  packages: string[];
};

const BROWSERS: Record<Engine, Browser> = {
  Chromium: {
    variable: "CHROME_PATH",
    programs: [["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]],
    packages: ["chromium"],
  },
  Firefox: {
    variable: "FIREFOX_PATH",
    programs: [["/usr/bin/firefox-esr", "/usr/bin/firefox"]],
    packages: ["firefox-esr"],
  },
  WebKit: {
    programs: [["/usr/bin/WebKitWebDriver"], ["/usr/bin/Xvfb"]],
    packages: ["webkit2gtk-driver", "xvfb"],
  },
};

export const CHROMIUM_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of the browser, or for WebKit of its driver; undefined when something that it needs is missing. */
export function findBrowser(engine: Engine): string | undefined {
  const { variable, programs } = BROWSERS[engine];
  const named = variable && process.env[variable];
  if (named) return existsSync(named) ? named : undefined;
  const found = programs.map((paths) => paths.find((path) => existsSync(path)));
  return found.includes(undefined) ? undefined : found[0];
}

/** As `findBrowser`, and throws a message that says what to install. */
export function requireBrowser(engine: Engine): string {
  const path = findBrowser(engine);
  if (!path) throw new Error(`The tests need ${engine}: ${howToInstall(engine)}`);
  return path;
}

/**
 * Installs every missing browser from Debian's packages where there is apt and root, and throws when that fails.
 * Elsewhere returns those that are missing, each with what to do about it.
 */
export function installBrowsers(engines: readonly Engine[]): { engine: Engine; advice: string }[] {
  const isMissing = (engine: Engine) => !findBrowser(engine);
  const missing = engines.filter(isMissing);
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall || missing.length === 0)
    return missing.map((engine) => ({ engine, advice: howToInstall(engine) }));
  console.info(`Installing ${missing.join(", ")} for the browser tests…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const packages = missing.flatMap((engine) => BROWSERS[engine].packages);
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", 2, 2], env });
  spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { stdio: ["ignore", 2, 2], env });
  for (const engine of missing) requireBrowser(engine);
  return [];
}

/** The path of a Chromium, installed when it is missing and can be. */
export function requireChromium(): string {
  installBrowsers(["Chromium"]);
  return requireBrowser("Chromium");
}

function howToInstall(engine: Engine): string {
  const { variable, packages } = BROWSERS[engine];
  const orElse = variable ? `, or set ${variable} to its path` : "";
  return `install it (on Debian: apt-get install ${packages.join(" ")})${orElse}.`;
}
