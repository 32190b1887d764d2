import type { Target } from "./target.ts";

/** What the scenarios need of a browser: one window with a profile of its own. */
export type Driver = {
  /** Resolves once the page has loaded, as `reload` does. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the function in the page. It can use its arguments, which are sent as JSON, and nothing else of this file. */
  evaluate<Result, Args extends unknown[]>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** By mouse, keyboard and file chooser as a user would; each throws when the element is not there. */
  click(target: Target): Promise<void>;
  /** Replaces what the field holds. */
  type(target: Target, text: string): Promise<void>;
  chooseFile(target: Target, path: string): Promise<void>;
  /** In CSS pixels of the page. */
  resize(size: Size): Promise<void>;
  /** As PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Errors that the browser has reported about its pages so far. */
  readonly complaints: readonly string[];
  /** Ends every process of the browser. */
  close(): Promise<void>;
};

export type Size = { width: number; height: number };
export const PHONE: Size = { width: 390, height: 844 };
export const LAPTOP: Size = { width: 1280, height: 800 };

export type Launch = {
  /** The path of the program. */
  program: string;
  /** An empty folder of this browser alone. */
  profile: string;
  /** Cookies, storage, databases and workers are denied, as a user can choose in the browser's settings. */
  blocksSiteData: boolean;
};

/** Ends a process that was started as the leader of its group, and all that it has started. */
export function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
