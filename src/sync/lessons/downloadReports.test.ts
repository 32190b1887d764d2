import { expect, test } from "vitest";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import { downloadReports } from "./downloadReports.ts";

test("the download status shows a running or failed download of the tokenizer even if all lessons have been downloaded", () => {
  const shown: DownloadStatus[] = [];
  const report = downloadReports((status) => shown.push(status));
  const tokenizer = { phase: "running", id: "tokenizer" } as const;
  const text = { phase: "running", id: "2" } as const;
  const failed = { phase: "failed", why: "network" } as const;
  report.tokenizer(tokenizer);
  report.lessons(text);
  report.lessons({ phase: "idle" });
  report.tokenizer(failed);
  report.lessons({ phase: "idle" });
  report.tokenizer({ phase: "idle" });
  expect(shown).toEqual([tokenizer, text, tokenizer, failed, failed, { phase: "idle" }]);
});
