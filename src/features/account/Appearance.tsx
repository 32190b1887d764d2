import { useReadingPreferences } from "../../platform/useReadingPreferences.ts";
import { ThemeChoice } from "../../ui/ThemeChoice.tsx";

/** How this device shows the academy, whoever uses it. */
export function Appearance() {
  const [{ theme }, change] = useReadingPreferences();
  return (
    <section aria-labelledby="appearance-title" className="flex max-w-3xl flex-col gap-4">
      <h2 id="appearance-title">Appearance</h2>
      <ThemeChoice value={theme} onChange={(next) => change({ theme: next })} />
      <p className="max-w-prose text-muted">
        For every page, remembered on this device. Text size and length of lines are beside each lesson, under
        “Reading settings”.
      </p>
    </section>
  );
}
