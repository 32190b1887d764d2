import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PurchaseDetails } from "./PurchaseDetails.tsx";
import { usePurchases } from "./usePurchases.ts";

/** Everything that the learner bought, with each payment of a plan. */
export function Purchases() {
  const { purchases, retry } = usePurchases();
  return (
    <>
      {purchases === "loading" && <Spinner label="Loading your payments…" />}
      {purchases === "unreachable" && (
        <Banner
          role="status"
          tone="highlight"
          title="Your payments could not be shown"
          action={<Button onClick={retry}>Try again</Button>}
        >
          They are stored in your account, so you need a connection to see them. Lessons work without one.
        </Banner>
      )}
      {Array.isArray(purchases) && purchases.length === 0 && (
        <Banner
          title="You have not bought anything with this account yet"
          action={<LinkButton to={paths.catalogue()}>View All Courses</LinkButton>}
        >
          Did you pay with another email address? Sign in with that one.
        </Banner>
      )}
      {Array.isArray(purchases) &&
        purchases.map((purchase) => <PurchaseDetails key={purchase.id} purchase={purchase} />)}
    </>
  );
}
