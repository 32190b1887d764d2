import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { paths } from "../../domain/paths.ts";
import type { DataExport } from "../../domain/privacy.ts";
import { INSTALLMENT_MONTHS } from "../../domain/sales/plans.ts";
import { formatLongDay } from "../../domain/text/dates.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { refreshAccount } from "../../platform/account/accountActions.ts";
import { useDeletionDueAt } from "../../platform/account/deletion.ts";
import { loadPurchases } from "../../platform/account/orders.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { useReadingPreferences } from "../../platform/device/readingPreferences.ts";
import { saveFile } from "../../platform/device/saveFile.ts";
import type { Identity } from "../../platform/session/auth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ThemeChoice } from "../../ui/form/ThemeChoice.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { lazyPart, MissingDialog } from "../../ui/page/lazyPart.tsx";
import { AccountSection, FormMessage } from "./AccountSection.tsx";
import { exportMyData } from "./api.ts";
import { DeletionStatus } from "./data/DeletionStatus.tsx";
import { MyPlaces } from "./data/MyPlaces.tsx";
import { readableCopy } from "./data/readableCopy.ts";
import { ProfileSection } from "./ProfileSection.tsx";
import { PurchaseDetails } from "./purchases/PurchaseDetails.tsx";
import { SecondFactorSection } from "./signing-in/SecondFactorSection.tsx";
import { SigningIn } from "./signing-in/SigningIn.tsx";

/** The fragment of `/academy/account` in receipts. */
const PAYMENTS_ID = "payments";

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
      <AccountSection
        id={paths.signingIn().split("#")[1]}
        title="Signing in"
        intro="How you sign in, and where you are signed in."
      >
        <SigningIn email={identity.email} newEmail={newEmail} />
      </AccountSection>
      <AccountSection
        title="Second factor"
        intro="A second step when you sign in, such as a code from an app, so that a stolen password is not enough."
      >
        <SecondFactorSection />
      </AccountSection>
      <AccountSection
        id={PAYMENTS_ID}
        title="Your payments"
        intro="What you bought, each payment and its invoice, and your card."
      >
        <Purchases />
      </AccountSection>
      <AccountSection title="Certificate">
        <CertificateLine />
      </AccountSection>
      <Appearance />
      <AccountSection
        title="Your data"
        intro="Who sees some of it, a copy to download, and how to have it deleted."
      >
        <MyPlaces />
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
          ? `Issued to ${certificate.holderName} on ${formatLongDay(certificate.issuedAt)}.`
          : isWithdrawn
            ? "The academy has revoked your certificate."
            : `You can get one once you have completed every lesson and, with the ${INSTALLMENT_MONTHS}-month plan, made the last payment.`}
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
  const { hash } = useLocation();
  const isLinked = known !== null && hash === `#${PAYMENTS_ID}`;
  // A receipt links to the payments, which are not on the page yet when the router follows the link.
  useEffect(() => {
    if (isLinked) document.getElementById(PAYMENTS_ID)?.scrollIntoView();
  }, [isLinked]);
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

const OFFLINE =
  "You are offline. The copy is created from the data on our servers, so you need a connection to download it.";
const BROKEN = "The copy could not be created. Please try again in a moment.";
const NAME = "my-academy-data";

const FORMS = {
  page: {
    label: "Download as a web page (HTML)",
    save: (copy: DataExport) =>
      saveFile({ name: `${NAME}.html`, type: "text/html", text: readableCopy(copy) }),
  },
  json: {
    label: "Download for other programs (JSON)",
    save: (copy: DataExport) =>
      saveFile({ name: `${NAME}.json`, type: "application/json", text: JSON.stringify(copy, null, 2) }),
  },
};
type Form = keyof typeof FORMS;

/**
 * Exports everything that the server stores about the learner, as a page or as JSON. The page is created on the device.
 */
function ExportData() {
  const [busy, setBusy] = useState<Form | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const download = async (form: Form) => {
    setBusy(form);
    setFailure(undefined);
    const reply = await exportMyData();
    setBusy(null);
    if (reply.ok) FORMS[form].save(reply.data);
    else setFailure(reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN));
  };
  return (
    <div className="flex flex-col gap-4">
      <h3>Download my data</h3>
      <p>
        Your account, orders, lessons, quizzes, workbook, notes, certificates, messages and emails. Changes on
        this device that have not been sent yet are not included.
      </p>
      <div className="flex flex-wrap gap-3">
        {(["page", "json"] as const).map((form) => (
          <Button
            key={form}
            variant="secondary"
            busy={busy === form}
            disabled={busy !== null}
            onClick={() => download(form)}
          >
            {busy !== form && <Download aria-hidden="true" className="size-5" />}
            {FORMS[form].label}
          </Button>
        ))}
      </div>
      <FormMessage failure={failure} />
    </div>
  );
}

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
