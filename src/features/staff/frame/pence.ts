const POUNDS = /^£?\s*(\d{1,6})(?:\.(\d{1,2}))?$/;

/** The pence of an amount as people type it: "50", "£49.90". Null if it is not an amount of whole pence above zero. */
export function penceOf(typed: string): number | null {
  const [, pounds = "", pence = ""] = POUNDS.exec(typed.trim().replaceAll(",", "")) ?? [];
  const total = Number(pounds) * 100 + Number(pence.padEnd(2, "0"));
  return total > 0 ? total : null;
}
