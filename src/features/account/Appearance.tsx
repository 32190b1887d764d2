import { useReadingPreferences } from "../../platform/device/readingPreferences.ts";
import { ThemeChoice } from "../../ui/form/ThemeChoice.tsx";
import { AccountSection } from "./AccountSection.tsx";

/** The theme of this device. It applies to every account that uses the device. */
export function Appearance() {
  const [{ theme }, change] = useReadingPreferences();
  return (
    <AccountSection
      title="Appearance"
      intro="Applies to every page on this device. To change text size or line length, open “Reading settings” in any lesson."
    >
      <ThemeChoice value={theme} onChange={(next) => change({ theme: next })} />
    </AccountSection>
  );
}
