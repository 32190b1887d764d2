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
        intro="Used to fill in forms for you. You confirm the name on your certificate separately."
      >
        <ProfileSection userId={identity.userId} />
      </AccountSection>
      <AccountSection title="Signing in" intro="How you sign in, and where you are signed in.">
        <ConfirmAddress email={identity.email} />
        <EmailForm email={identity.email} newEmail={newEmail} />
        <PasswordForm email={identity.email} />
        <OtherDevices />
      </AccountSection>
      <AccountSection
        title="Second factor"
        intro="Something you have, in addition to the password you know. You need it when you sign in."
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
      <AccountSection title="Your data" intro="Download a copy of it, or have it deleted.">
        <ExportData />
        <DeleteAccount identity={identity} />
      </AccountSection>
    </div>
  );
}
