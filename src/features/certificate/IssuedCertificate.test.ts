// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { keepAsset } from "../../db/store/keptAssets.ts";
import { keepForOffline } from "./IssuedCertificate.tsx";

vi.mock("../../db/store/keptAssets.ts", () => ({ keepAsset: vi.fn(async () => undefined) }));
vi.mock("../../platform/certificate.ts", () => ({ loadIssuer: vi.fn(async () => null) }));

beforeEach(() => {
  vi.mocked(keepAsset).mockClear();
});

async function facesFor(name: string): Promise<string[]> {
  await keepForOffline(name);
  const kept = vi.mocked(keepAsset).mock.calls.map(([address]) => address);
  return kept.flatMap((address) => /latin-ext|vietnamese/.exec(address) ?? []);
}

test.each([
  ["Ada Obi", []],
  ["Zdzisław Ŵyn-Jones", ["latin-ext"]],
  ["Nguyễn Văn Ngữ", ["latin-ext", "vietnamese"]],
  ["Ọlá", ["vietnamese"]],
  ["Ẹ\u0301", ["vietnamese"]],
])("every typeface needed to draw the name %s is stored for use offline", async (name, faces) => {
  expect(await facesFor(name)).toEqual(faces);
});
