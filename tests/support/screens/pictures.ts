import { vi } from "vitest";
import { JPEGS } from "../studentIds.ts";

/**
 * Stands in for the parts of a browser that read and draw images, which jsdom lacks: every image becomes one JPEG.
 * Returns a function that removes them.
 */
export function stubPictures(): () => void {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 24, height: 16, close: () => undefined }));
  const { prototype } = HTMLCanvasElement;
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  const spies = [
    vi.spyOn(prototype, "getContext").mockImplementation((() => context) as never),
    vi
      .spyOn(prototype, "toBlob")
      .mockImplementation((done) => done(new Blob([new Uint8Array(JPEGS.baseline)], { type: "image/jpeg" }))),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllGlobals();
  };
}
