// Runs on whatever Node the machine has (20.19 or newer): installs what is missing, then hands over to the
// project's own Node 24. Usage: node tools/launch.mjs <script.ts> [arguments…]
// Someone who only wants to look installs half of the packages: `devDependencies` wait for the first command that
// needs them. tools/checks/boundaries.test.ts checks that these scripts need none.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");
const isWindows = process.platform === "win32";
/** The full output of `npm ci`, the build and the server. tools/start.ts and server/log.ts append to it. */
const LOG = "academy.log";
const LAST_LINES = 30;
const WITHOUT_DEV_PACKAGES = ["tools/start.ts", "tools/dev.ts", "tools/staff.ts", "tools/buildForHost.ts"];
/** One of the development packages: the others are there too if this one is. */
const DEV_PACKAGE = "vitest";

const [script, ...rest] = process.argv.slice(2);
if (!script) fail("Usage: node tools/launch.mjs <script.ts> [arguments…]");

installIfNeeded();
handOver(findNode());

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** npm writes `node_modules/.package-lock.json` at the end of every install, so its age shows whether one is due. */
function installIfNeeded() {
  const installed = join(root, "node_modules", ".package-lock.json");
  const wanted = join(root, "package-lock.json");
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
  const hasDevPackages = existsSync(join(root, "node_modules", DEV_PACKAGE));
  // An update keeps them.
  const needsDevPackages = hasDevPackages || !WITHOUT_DEV_PACKAGES.includes(script);
  if (isCurrent && hasDevPackages === needsDevPackages) return;
  const startedAt = Date.now();
  // On standard error, because standard output belongs to the command itself.
  process.stderr.write("Installing packages (a minute or two)…");
  const log = openSync(join(root, LOG), "w");
  const result = spawnSync("npm", ["ci", ...(needsDevPackages ? [] : ["--omit=dev"])], {
    cwd: root,
    stdio: ["ignore", log, log],
    shell: isWindows,
  });
  closeSync(log);
  process.stderr.write(` ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  if (result.status === 0) return;
  const said = readFileSync(join(root, LOG), "utf8").trimEnd().split("\n").slice(-LAST_LINES);
  fail(
    `${said.join("\n")}\nnpm ci failed: see above, in full in ${LOG}. The npm registry is needed once, to install.`,
  );
}

function findNode() {
  const own = join(bin, isWindows ? "node.cmd" : "node");
  if (existsSync(own) && spawnSync(own, ["--version"], { shell: isWindows }).status === 0) return own;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `This platform (${process.platform} ${process.arch}) has no bundled Node: install Node 22.18 or newer.`,
  );
}

function handOver(node) {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, script), ...rest], {
    cwd: root,
    // The IPC channel lets the child notice when this process is killed outright.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
      // Node stores scripts there once it has compiled them, and later processes start sooner: an academy by a sixth.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
    },
    shell: isWindows,
  });
  // The child saves its data and exits, and this process waits for it. A terminal sends Ctrl-C to both, and the
  // child treats a second signal like the first.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
