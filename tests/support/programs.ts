import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export const ENGINES = ["Chromium", "Firefox", "WebKit"] as const;
export type Engine = (typeof ENGINES)[number];
/** The programs that the tests need besides Node: the browsers, and an independent PDF reader. */
export const PROGRAMS = [...ENGINES, "Poppler"] as const;
/**
 * The replica of a hosted project installs nginx itself, because few tests need it. The headless shell is Chromium without
 * a window, at a fraction of the processor time; Chromium does where it is missing.
 */
export type Program = (typeof PROGRAMS)[number] | "nginx" | "Headless shell";

type Source = {
  /** Names a browser that is installed elsewhere. WebKit needs two files, so it has no such variable. */
  variable?: string;
  /** All of these files are needed. Where several paths are given, the first that exists is used. */
  files: string[][];
  /** The Debian package. */
  packages: string[];
};

const SOURCES: Record<Program, Source> = {
  Chromium: {
    variable: "CHROME_PATH",
    files: [["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]],
    packages: ["chromium"],
  },
  "Headless shell": { files: [["/usr/bin/chromium-headless-shell"]], packages: ["chromium-headless-shell"] },
  Firefox: {
    variable: "FIREFOX_PATH",
    files: [["/usr/bin/firefox-esr", "/usr/bin/firefox"]],
    packages: ["firefox-esr"],
  },
  WebKit: {
    files: [["/usr/bin/WebKitWebDriver"], ["/usr/bin/Xvfb"]],
    packages: ["webkit2gtk-driver", "xvfb"],
  },
  nginx: { files: [["/usr/sbin/nginx", "/usr/bin/nginx"]], packages: ["nginx-light"] },
  Poppler: { files: [["/usr/bin/pdftotext"], ["/usr/bin/pdfinfo"]], packages: ["poppler-utils"] },
};

/** Chromium renders the list below its address bar as a page in each window, even headless: half of its CPU time. */
const ADDRESS_BAR_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/**
 * Playwright's own list, which it does not export. Chromium reads only the last list of its command line, so ours has to
 * repeat this one.
 */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
const disableFeatures = (names: string[]) => `--disable-features=${names.join()}`;

const COMMON_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** For Playwright. */
export const CHROMIUM_ARGS = [
  ...COMMON_ARGS,
  disableFeatures([...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR_PAGES]),
];
/** For Puppeteer, which adds its own list, and for a Chromium without a driver. */
export const PLAIN_CHROMIUM_ARGS = [...COMMON_ARGS, disableFeatures(ADDRESS_BAR_PAGES)];

/** The path of the program (for WebKit, of its driver). Undefined when a file is missing. */
export function findProgram(program: Program): string | undefined {
  const { variable, files } = SOURCES[program];
  const named = variable && process.env[variable];
  if (named) return existsSync(named) ? named : undefined;
  const found = files.map((paths) => paths.find((path) => existsSync(path)));
  return found.includes(undefined) ? undefined : found[0];
}

/** Like `findProgram`, but throws an error that explains what to install. */
export function requireProgram(program: Program): string {
  const path = findProgram(program);
  if (!path) throw new Error(`The tests need ${program}: ${howToInstall(program)}`);
  return path;
}

/**
 * Installs every missing program from Debian's packages where apt and root are available. Throws when that fails.
 * Elsewhere returns the missing programs, each with advice.
 */
export function installPrograms(programs: readonly Program[]): { program: Program; advice: string }[] {
  const missing = programs.filter((program) => !findProgram(program));
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall || missing.length === 0)
    return missing.map((program) => ({ program, advice: howToInstall(program) }));
  console.info(`Installing ${missing.join(", ")} for the tests…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const packages = missing.flatMap((program) => SOURCES[program].packages);
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", 2, 2], env });
  spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { stdio: ["ignore", 2, 2], env });
  for (const program of missing) requireProgram(program);
  return [];
}

/** The path of Chromium, which is installed first if it is missing and apt is available. */
export function requireChromium(): string {
  installPrograms(["Chromium"]);
  return requireProgram("Chromium");
}

/** The path of the headless shell, or of Chromium where there is none. */
export function requireHeadless(): string {
  try {
    installPrograms(["Headless shell"]);
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
  }
  return findProgram("Headless shell") ?? requireChromium();
}

function howToInstall(program: Program): string {
  const { variable, packages } = SOURCES[program];
  const orElse = variable ? `, or set ${variable} to its path` : "";
  return `install it (on Debian: apt-get install ${packages.join(" ")})${orElse}.`;
}
