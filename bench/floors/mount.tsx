import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

export function mount(page: ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(page);
}
