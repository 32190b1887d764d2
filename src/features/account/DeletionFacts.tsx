import { useEffect, useState } from "react";
import { useAuth } from "../../platform/auth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { unpaidCount } from "./unpaidCount.ts";
import { usePurchases } from "./usePurchases.ts";

/** What to know before deleting an account, most urgent first: unsynced work, money, what is deleted, what is kept. */
export function DeletionFacts({ clearDevice }: { clearDevice: boolean }) {
  const unsynced = useUnsyncedCount();
  const { purchases } = usePurchases();
  const unpaid = Array.isArray(purchases) ? unpaidCount(purchases) : 0;
  return (
    <>
      {unsynced !== 0 && (
        <Banner
          tone={clearDevice ? "danger" : "highlight"}
          title={
            unsynced === "unknown"
              ? "We could not check whether all your work on this device has been sent."
              : `${unsynced === 1 ? "1 change" : `${unsynced} changes`} on this device ${unsynced === 1 ? "has" : "have"} not been sent yet.`
          }
        >
          {clearDevice
            ? "If you remove everything from this device, they are lost for good, even if you keep your account in the end."
            : "They are not included in a copy of your data until they have been sent."}
        </Banner>
      )}
      {unpaid > 0 && (
        <Banner
          tone="highlight"
          title={`${unpaid} of the 3 payments of your plan ${unpaid === 1 ? "is" : "are"} still due`}
        >
          When your account is deleted, we end the plan and take no more payments. A payment due before that
          day is still taken. The certificate of a course that is not fully paid for ends as well.
        </Banner>
      )}
      <ul className="list-disc pl-5">
        <li>
          After 7 days your account, profile, progress, workbook, notes and student ID are deleted for good.
        </li>
        <li>Until then you can sign in and keep it, or use the link in the email we send you.</li>
        <li>
          We keep a record of what you bought for tax, without your name, email address and phone number. The
          name of an organisation or company that bought stays.
        </li>
        <li>
          Our payment provider deletes its customer record of you. It must keep the payments themselves, with
          the name, email address and postcode that you typed on its page.
        </li>
      </ul>
    </>
  );
}

function useUnsyncedCount(): number | "unknown" {
  const { unsyncedCount } = useAuth();
  const [count, setCount] = useState<number | "unknown">(0);
  // Synchronises with the device's outbox.
  useEffect(() => {
    let isCurrent = true;
    unsyncedCount().then(
      (found) => isCurrent && setCount(found),
      (error: unknown) => {
        console.warn("The unsent work could not be counted", error);
        if (isCurrent) setCount("unknown");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [unsyncedCount]);
  return count;
}
