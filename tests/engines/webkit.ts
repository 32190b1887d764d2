import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/server/academyProcess.ts";
import { type Driver, type Key, killGroup, type Launch, type Size } from "./driver.ts";
import { findElement, type Target } from "./target.ts";

const START_TIMEOUT_MS = 60_000;
const PAGE_TIMEOUT_MS = 60_000;
const ATTEMPT_MS = 50;
const SCREEN = "1600x1200x24";
/** MiniBrowser's toolbar and borders take less. */
const MAX_FRAME_PX = 200;
/** The key of an element's reference (W3C WebDriver, 12.1). */
const ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf";
/** The code points of keys (W3C WebDriver, 17.4.2). */
const KEYS: Record<Key, string> = {
  "/": "/",
  " ": " ",
  Tab: "\ue004",
  Enter: "\ue007",
  Escape: "\ue00c",
  ArrowUp: "\ue013",
  ArrowDown: "\ue015",
};
/** MiniBrowser's toolbar is wider than a phone, and a window cannot be narrower than its content. */
const NARROW_TOOLBAR = "* { min-width: 0; margin: 0; padding: 0; font-size: 6px; }";
/** Removes the storage interfaces. Safari throws instead, but WebKitGTK has no setting for that. */
const BLOCK_SITE_DATA = [
  "--cookies-policy=never",
  "--enable-html5-local-storage=false",
  "--enable-html5-database=false",
];

/** Launches WebKitGTK's MiniBrowser with WebKitWebDriver on a separate display. Its profile is in memory only. */
export async function launchWebKit({ program, profile, blocksSiteData }: Launch): Promise<Driver> {
  const complaints: string[] = [];
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DISPLAY: display.name,
      HOME: profile,
      XDG_CONFIG_HOME: writeToolbarStyle(profile),
      // Its sandbox needs permissions that containers do not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      NO_AT_BRIDGE: "1",
    },
  });
  for (const stream of [driver.stdout, driver.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      if (/CONSOLE .*ERROR|CONSOLE JS ERROR/.test(line)) complaints.push(line);
    });
  const close = async () => {
    process.off("exit", close);
    // MiniBrowser is in a separate process group, and exits when its display does.
    for (const child of [driver, display.child]) killGroup(child.pid);
  };
  process.once("exit", close);

  try {
    const send = await startSession(`http://127.0.0.1:${port}`, blocksSiteData ? BLOCK_SITE_DATA : []);
    return { complaints, close, ...commands(send) };
  } catch (error) {
    await close();
    throw error;
  }
}

type Reference = Record<typeof ELEMENT_KEY, string>;
type Send = (method: "GET" | "POST", command: string, body?: object) => Promise<unknown>;

function commands(send: Send): Omit<Driver, "complaints" | "close"> {
  const evaluate: Driver["evaluate"] = async (inPage, ...args) => {
    // References to elements are resolved only as top-level arguments.
    const script = `const args = [...arguments];
      const done = args.pop();
      Promise.resolve().then(() => (${inPage})(...args))
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const outcome = (await send("POST", "/execute/async", { script, args })) as {
      value: Awaited<ReturnType<typeof inPage>>;
      error?: string;
    };
    if (outcome.error !== undefined) throw new Error(outcome.error);
    return outcome.value;
  };
  // A reference to an element has the same form in results and in arguments.
  const find = (target: Target) => evaluate(findElement, target) as unknown as Promise<Reference>;
  const act = (element: Reference, action: string, body: object) =>
    send("POST", `/element/${element[ELEMENT_KEY]}/${action}`, body);
  const resizeWindow = (size: Size) => send("POST", "/window/rect", size);

  return {
    evaluate,
    async goto(url) {
      await send("POST", "/url", { url });
    },
    async reload() {
      await send("POST", "/refresh", {});
    },
    async goBack() {
      await send("POST", "/back", {});
    },
    async click(target) {
      const element = await find(target);
      await evaluate(watchForClick, element);
      await act(element, "click", {});
      if (await evaluate(hasMissed)) throw new Error(`The click missed ${target.name}`);
    },
    async type(target, text) {
      const element = await find(target);
      // The driver's own clear command fires no event that React handles.
      await evaluate(selectAll, element);
      await act(element, "value", { text });
    },
    async chooseFile(target, path) {
      await act(await find(target), "value", { text: path });
    },
    async pressKey(key) {
      const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] }));
      await send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    async resize(size) {
      const endsAt = Date.now() + PAGE_TIMEOUT_MS;
      let [outer, before] = [size, size];
      await resizeWindow(outer);
      // The page has its new size a moment after the window.
      for (;;) {
        const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
        if (isSame(inner, size)) return;
        if (Date.now() > endsAt) throw new Error(`WebKit: the page is ${inner.width} × ${inner.height} px`);
        const frame = { width: outer.width - inner.width, height: outer.height - inner.height };
        const isAtRest = isSame(inner, before) && isFrame(frame.width) && isFrame(frame.height);
        if (isAtRest) {
          outer = { width: size.width + frame.width, height: size.height + frame.height };
          await resizeWindow(outer);
        }
        before = inner;
        await wait(ATTEMPT_MS);
      }
    },
    async screenshot() {
      return Buffer.from((await send("GET", "/screenshot")) as string, "base64");
    },
  };
}

const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height;
const isFrame = (px: number) => px >= 0 && px < MAX_FRAME_PX;

/** Runs in the page. Selects all text, so that the next input replaces it. */
function selectAll(control: unknown): void {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  control.focus();
  control.select();
}

/** Runs in the page. Records clicks, because the driver clicks at a measured position, and the page may have moved since. */
function watchForClick(element: unknown): void {
  if (!(element instanceof Element)) throw new Error("only an element can be clicked");
  Object.assign(document, { awaitsClick: true });
  const follow = ({ target }: Event) => {
    if (target instanceof Node && element.contains(target)) Object.assign(document, { awaitsClick: false });
  };
  document.addEventListener("click", follow, { capture: true, once: true });
}

/** Runs in the page. After a click that led to another page, this runs in that page and returns false. */
function hasMissed(): boolean {
  return (document as { awaitsClick?: boolean }).awaitsClick === true;
}

async function startDisplay(): Promise<{ name: string; child: ChildProcess }> {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = child.stdio[3];
  if (!number) throw new Error("Xvfb was started without the pipe that names its display");
  const [name] = await once(number, "data", { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  return { name: `:${String(name).trim()}`, child };
}

function writeToolbarStyle(profile: string): string {
  mkdirSync(join(profile, "gtk-3.0"));
  writeFileSync(join(profile, "gtk-3.0", "gtk.css"), NARROW_TOOLBAR);
  return profile;
}

async function startSession(driver: string, settings: string[]): Promise<Send> {
  const request = async (method: string, path: string, body?: object) => {
    const reply = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await reply.json()) as { value: { error?: string; message?: string } | null };
    if (!reply.ok) throw new Error(`WebKit: ${value?.error}: ${value?.message}`);
    return value;
  };
  await untilAnswering(driver);
  const wanted = {
    "webkitgtk:browserOptions": {
      args: ["--automation", "--enable-write-console-messages-to-stdout=true", ...settings],
    },
    timeouts: { script: PAGE_TIMEOUT_MS, pageLoad: PAGE_TIMEOUT_MS },
  };
  const session = await request("POST", "/session", { capabilities: { alwaysMatch: wanted } });
  const { sessionId } = session as { sessionId: string };
  return (method, command, body) => request(method, `/session/${sessionId}${command}`, body);
}

async function untilAnswering(driver: string): Promise<void> {
  const endsAt = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await fetch(`${driver}/status`);
      return;
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await wait(ATTEMPT_MS);
    }
  }
}
