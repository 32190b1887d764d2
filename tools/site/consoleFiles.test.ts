import { expect, test } from "vitest";
import { FIRST_MODULE } from "../checks/pageChunks.ts";
import { CONSOLE_MODULE, consoleFiles } from "./consoleFiles.ts";

const ORDERS = "src/features/staff/orders/OrdersPage.tsx";

const MANIFEST = {
  [FIRST_MODULE]: { file: "first.js", dynamicImports: ["account.tsx", CONSOLE_MODULE] },
  "account.tsx": { file: "account.js", imports: ["_table.js"], css: ["account.css"] },
  "_table.js": { file: "table.js" },
  [CONSOLE_MODULE]: { file: "staff.js", imports: ["_frame.js"], dynamicImports: [ORDERS, "account.tsx"] },
  "_frame.js": { file: "frame.js", imports: [FIRST_MODULE] },
  [ORDERS]: { file: "orders.js", imports: ["_table.js", "_list.js"], css: ["orders.css"] },
  "_list.js": { file: "list.js" },
};

test("the console's files are those that no other page loads, with the parts that its screens share", () => {
  expect([...consoleFiles(MANIFEST)].sort()).toEqual([
    "frame.js",
    "list.js",
    "orders.css",
    "orders.js",
    "staff.js",
  ]);
});

test("rejects a build without a separate chunk for the console", () => {
  const { [CONSOLE_MODULE]: _, ...others } = MANIFEST;
  expect(() => consoleFiles(others)).toThrow(`no chunk for ${CONSOLE_MODULE}`);
});
