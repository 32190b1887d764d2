/** Gives the learner a file, as the browser's own download. */
export function saveFile({ name, json }: { name: string; json: string }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
