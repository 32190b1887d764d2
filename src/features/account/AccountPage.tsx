import type { Identity } from "../../platform/auth.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { Appearance } from "./Appearance.tsx";
import { CertificateLine } from "./CertificateLine.tsx";
import { ConfirmAddress } from "./ConfirmAddress.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailForm } from "./EmailForm.tsx";
import { ExportData } from "./ExportData.tsx";
import { OtherDevices } from "./OtherDevices.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ProfileSection } from "./ProfileSection.tsx";
import { Purchases } from "./Purchases.tsx";
import { SecondFactorSection } from "./SecondFactorSection.tsx";
import { useFreshAccount } from "./useFreshAccount.ts";

/** The account page. Its sections load from the server and explain when the device is offline. */
export function AccountPage({ identity }: { identity: Identity }) {
  const newEmail = useFreshAccount();
  return (
    <div className="page flex flex-col gap-10 py-10">
      <header>
        <p className="eyebrow">My Learning</p>
        <h1>Your account</h1>
        <p className="text-lg wrap-anywhere text-muted">{identity.email}</p>
      </header>
      <AccountSection
        title="Profile"
        intro="Fills in forms for you. Your certificate has a name of its own, which you confirm when you ask for it."
      >
        <ProfileSection userId={identity.userId} />
      </AccountSection>
      <AccountSection title="Signing in" intro="How you get in, and where you are signed in.">
        <ConfirmAddress email={identity.email} />
        <EmailForm email={identity.email} newEmail={newEmail} />
        <PasswordForm email={identity.email} />
        <OtherDevices />
      </AccountSection>
      <AccountSection
        title="Second factor"
        intro="Something that you have, besides the password that you know. Asked for when you sign in."
      >
        <SecondFactorSection />
      </AccountSection>
      <AccountSection title="Payments" intro="What you bought, each payment, and your card.">
        <Purchases />
      </AccountSection>
      <AccountSection title="Certificate">
        <CertificateLine />
      </AccountSection>
      <Appearance />
      <AccountSection title="Your data" intro="It is yours: take it with you, or have it deleted.">
        <ExportData />
        <DeleteAccount identity={identity} />
      </AccountSection>
    </div>
  );
}
