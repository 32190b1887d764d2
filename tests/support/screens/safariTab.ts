/** Describes this browser as a tab of Safari on a device, such as `Macintosh; Intel Mac OS X 10_15_7`. Returns an undo. */
export function asSafariTab(device: string, maxTouchPoints: number): () => void {
  const userAgent = `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`;
  const stubs: [object, string, unknown][] = [
    [navigator, "userAgent", userAgent],
    [navigator, "vendor", "Apple Computer, Inc."],
    [navigator, "maxTouchPoints", maxTouchPoints],
    [navigator, "storage", { persisted: async () => false }],
    [globalThis, "matchMedia", () => ({ matches: false })],
  ];
  const undo = stubs.map(([owner, name, value]) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { configurable: true, value });
    return () => (own ? Object.defineProperty(owner, name, own) : Reflect.deleteProperty(owner, name));
  });
  return () => {
    for (const each of undo) each();
  };
}
