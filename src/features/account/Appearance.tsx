import { useReadingPreferences } from "../../platform/useReadingPreferences.ts";
import { ThemeChoice } from "../../ui/ThemeChoice.tsx";
import { AccountSection } from "./AccountSection.tsx";

/** How this device shows the academy, whoever uses it. */
export function Appearance() {
  const [{ theme }, change] = useReadingPreferences();
  return (
    <AccountSection
      title="Appearance"
      intro="Applies to every page on this device. Text size and line length are beside each lesson, under “Reading settings”."
    >
      <ThemeChoice value={theme} onChange={(next) => change({ theme: next })} />
    </AccountSection>
  );
}
