import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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

function find(): string | undefined {
  const named = process.env.CHROME_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return CANDIDATES.find((path) => existsSync(path));
}

/**
 * The path of a Chromium. Where there is apt and root it is installed from Debian's packages when missing;
 * elsewhere this throws a line that says what to install.
 */
export function requireChromium(): string {
  const present = find();
  if (present) return present;
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall)
    throw new Error("The browser tests need Chromium: install it, or set CHROME_PATH to a Chrome.");
  console.info("Installing Chromium for the browser tests…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: ["ignore", 2, 2], env });
  spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: ["ignore", 2, 2], env });
  const installed = find();
  if (!installed)
    throw new Error("apt could not install Chromium: install it, or set CHROME_PATH to a Chrome.");
  return installed;
}
