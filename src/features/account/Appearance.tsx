import { useReadingPreferences } from "../../platform/device/useReadingPreferences.ts";
import { ThemeChoice } from "../../ui/ThemeChoice.tsx";
import { AccountSection } from "./AccountSection.tsx";

/** The theme of this device. It applies to every account that uses the device. */
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
