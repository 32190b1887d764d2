import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withDataFolders } from "../testing/dataFolders.ts";
import { migrationsFolder, startTestBackend, TEST_CONFIG_FILE, TEST_KEYS } from "../testing.ts";
import { lockFolder } from "./folderLock.ts";

const SCHEMA = { "20260101000000_saved.sql": "create table public.saved (id int);" };

const dataFolder = withDataFolders();

/** Starts another process, which opens the folder and writes one row. */
async function startOther(folder: string) {
  const migrationsDir = migrationsFolder(SCHEMA);
  onTestFinished(() => rmSync(migrationsDir, { recursive: true }));
  const options = {
    dataDir: folder,
    keys: TEST_KEYS,
    configFile: TEST_CONFIG_FILE,
    migrationsDir,
    siteUrl: "http://localhost:3000",
    appName: "Test site",
  };
  const script = `
    import { startBackend } from ${JSON.stringify(join(import.meta.dirname, "../backend/startBackend.ts"))};
    const backend = await startBackend({ ...${JSON.stringify(options)}, onAuthMail: async () => {} });
    await backend.query("insert into public.saved values (1)");
    console.log("written");
  `;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other.stdout, "data");
  return other;
}

test("saved data survives a killed server, and the next server takes over its lock", async () => {
  const folder = dataFolder();
  const other = await startOther(folder);
  await expect(startTestBackend(SCHEMA, { dataDir: folder })).rejects.toThrow(
    `${folder} is in use by another process (pid ${other.pid}).`,
  );
  other.kill("SIGKILL");
  await once(other, "exit");
  await using backend = await startTestBackend(SCHEMA, { dataDir: folder });
  expect(await backend.query("select * from public.saved")).toEqual([{ id: 1 }]);
});

test("a closed backend releases its folder and rejects further work", async () => {
  const folder = dataFolder();
  const backend = await startTestBackend(SCHEMA, { dataDir: folder });
  const running = backend.query("insert into public.saved values (2)");
  await backend.close();
  await running;
  await expect(backend.query("select 1")).rejects.toThrow("The backend is closed.");
  expect(existsSync(join(folder, "process.lock"))).toBe(false);
  await using again = await startTestBackend(SCHEMA, { dataDir: folder });
  expect(await again.query("select * from public.saved")).toEqual([{ id: 2 }]);
});

test("a data folder cannot be locked again, even by the same process, until its lock is released", async () => {
  const folder = dataFolder();
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`pid ${process.pid}`);
  release();
  lockFolder(folder)();
});

test("a new process takes over a lock that a crash left behind: an unfinished file, a dead process or a reused process id", async () => {
  const folder = dataFolder();
  const dead = { pid: 2 ** 22 + 1, startedAt: "" };
  const reused = { pid: process.pid, startedAt: "before the restart" };
  for (const content of ["", JSON.stringify(dead), JSON.stringify(reused)]) {
    writeFileSync(join(folder, "process.lock"), content);
    lockFolder(folder)();
  }
});

test.runIf(existsSync("/proc"))(
  "a new process takes over the lock of a killed process whose parent has not noticed its end",
  async () => {
    const folder = dataFolder();
    // The shell becomes a program that never asks about the child it started.
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [pid] = await once(parent.stdout, "data");
    const statOf = () =>
      readFileSync(`/proc/${Number(pid)}/stat`, "utf8")
        .split(") ")[1]
        ?.split(" ") ?? [];
    await vi.waitFor(() => expect(statOf()[0]).toBe("Z"));
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const owner = { pid: Number(pid), startedAt: `${boot}/${statOf()[19]}` };
    writeFileSync(join(folder, "process.lock"), JSON.stringify(owner));
    lockFolder(folder)();
  },
);

test("the error for a data folder that is not writable names the folder", async () => {
  const folder = join(dataFolder(), "file");
  writeFileSync(folder, "");
  expect(() => lockFolder(join(folder, "data"))).toThrow(
    `The data folder ${join(folder, "data")} cannot be written`,
  );
});
