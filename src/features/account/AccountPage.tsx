import { useEffect, useState } from "react";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { paths } from "../../domain/paths.ts";
import { readableEmail } from "../../domain/readableEmail.ts";
import { refreshAccount } from "../../platform/account/accountActions.ts";
import { useDeletionDueAt } from "../../platform/account/deletion.ts";
import { loadPurchases } from "../../platform/account/orders.ts";
import { useReconnections } from "../../platform/device/useConnection.ts";
import type { Identity } from "../../platform/session/auth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { lazyPart, MissingDialog } from "../../ui/page/lazyPart.tsx";
import { AccountData, useAccountData } from "./AccountData.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { Appearance } from "./Appearance.tsx";
import { DeletionStatus } from "./data/DeletionStatus.tsx";
import { ExportData } from "./data/ExportData.tsx";
import { formatDay } from "./formatDay.ts";
import { ProfileSection } from "./ProfileSection.tsx";
import { PurchaseDetails } from "./purchases/PurchaseDetails.tsx";
import { SecondFactorSection } from "./signing-in/SecondFactorSection.tsx";
import { SigningIn } from "./signing-in/SigningIn.tsx";

/** The account page. Its sections load from the server and explain when the device is offline. */
export function AccountPage({ identity }: { identity: Identity }) {
  const newEmail = useFreshAccount();
  return (
    <div className="page flex flex-col gap-10 py-10">
      <header>
        <p className="eyebrow">My Learning</p>
        <h1>Your account</h1>
        <p translate="no" className="text-lg wrap-anywhere text-muted">
          {readableEmail(identity.email)}
        </p>
      </header>
      <AccountSection
        title="Profile"
        intro="Used to fill in forms for you. You confirm the name on your certificate separately."
      >
        <ProfileSection userId={identity.userId} />
      </AccountSection>
      <AccountSection title="Signing in" intro="How you sign in, and where you are signed in.">
        <SigningIn email={identity.email} newEmail={newEmail} />
      </AccountSection>
      <AccountSection
        title="Second factor"
        intro="A second step when you sign in, such as a code from an app, so that a stolen password is not enough."
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

/**
 * Picks up account changes made elsewhere. Returns the new email address while it awaits confirmation, otherwise null.
 */
function useFreshAccount(): string | null {
  const reconnections = useReconnections();
  const [newEmail, setNewEmail] = useState<string | null>(null);
  // Synchronises with the server's record of the account.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => {
    let isCurrent = true;
    refreshAccount().then(
      (account) => isCurrent && setNewEmail(account?.newEmail ?? null),
      (error: unknown) => console.info("The account could not be loaded", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [reconnections]);
  return newEmail;
}

function CertificateLine() {
  const own = useOwnCertificate();
  const certificate = own.status === "ready" ? own.certificate : null;
  const isWithdrawn = own.status === "ready" && own.isWithdrawn;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {certificate
          ? `Issued to ${certificate.holderName} on ${formatDay(certificate.issuedAt)}.`
          : isWithdrawn
            ? "The academy has revoked your certificate."
            : "You can get one once you have completed every lesson."}
      </p>
      <LinkButton to={paths.certificate()} variant="secondary">
        {certificate ? "See your certificate" : isWithdrawn ? "How to object" : "How to get it"}
      </LinkButton>
    </div>
  );
}

/** Everything that the learner bought, with each payment of a plan. */
function Purchases() {
  const { known, retry } = useAccountData(loadPurchases);
  return (
    <AccountData
      known={known}
      loading="Loading your payments…"
      failed="Your payments could not be shown"
      onRetry={retry}
    >
      {(purchases) =>
        purchases.length > 0 ? (
          purchases.map((purchase) => <PurchaseDetails key={purchase.id} purchase={purchase} />)
        ) : (
          <Banner
            title="You have not bought anything with this account yet"
            action={<LinkButton to={paths.catalogue()}>View All Courses</LinkButton>}
          >
            Did you pay with another email address? Sign in with that one.
          </Banner>
        )
      }
    </AccountData>
  );
}

const DeleteDialog = lazyPart(() => import("./data/DeleteDialog.tsx"), { Missing: MissingDialog });

/** Requests the deletion of the account or, while a deletion is pending, cancels it. */
function DeleteAccount({ identity }: { identity: Identity }) {
  const dueAt = useDeletionDueAt(identity.userId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col items-start gap-4">
      <h3>Delete my account</h3>
      {dueAt ? (
        <DeletionStatus dueAt={dueAt} />
      ) : (
        <>
          <p>
            Your account and everything in it will be deleted after 7 days. Until then you can change your
            mind.
          </p>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete my account…
          </Button>
        </>
      )}
      {isAsking && <DeleteDialog identity={identity} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
