import type { Target } from "./target.ts";

/** What the scenarios need from a browser: one window with a separate profile. */
export type Driver = {
  /** Resolves once the page has loaded, as `reload` and `goBack` do. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  /** Runs the function in the page. It can use its arguments, sent as JSON, and nothing else from this file. */
  evaluate<Result, Args extends unknown[]>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Use mouse, keyboard and file chooser like a user. Each throws when the element does not exist. */
  click(target: Target): Promise<void>;
  /** Replaces the content of the field. */
  type(target: Target, text: string): Promise<void>;
  chooseFile(target: Target, path: string): Promise<void>;
  /** Presses and releases a key, wherever the focus is. */
  pressKey(key: Key): Promise<void>;
  /** In CSS pixels of the page. */
  resize(size: Size): Promise<void>;
  /** Returns a PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Errors that the browser has reported about its pages so far. */
  readonly complaints: readonly string[];
  /** Ends every process of the browser. */
  close(): Promise<void>;
};

export type Key = "/" | " " | "ArrowDown" | "ArrowUp" | "Enter" | "Escape" | "Tab";
export type Size = { width: number; height: number };
export const PHONE: Size = { width: 390, height: 844 };
export const LAPTOP: Size = { width: 1280, height: 800 };

export type Launch = {
  /** The path of the program. */
  program: string;
  /** An empty folder that only this browser uses. */
  profile: string;
  /** Denies cookies, storage, databases and workers, as a user can choose in the browser's settings. */
  blocksSiteData: boolean;
};

/** Ends a process that was started as the leader of its group, and all its descendants. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
