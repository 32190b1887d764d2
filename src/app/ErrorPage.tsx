import { isRouteErrorResponse, useRouteError } from "react-router-dom";
import { isSiteDataBlocked } from "../db/store/localStore.ts";
import { useSeemsOffline } from "../platform/device/offlineHint.ts";
import { useFacts } from "../platform/providerFacts.ts";
import { Button } from "../ui/Button.tsx";
import { lazyPart } from "../ui/page/lazyPart.tsx";
import { documentTitle, PageLoadFailure } from "./page.ts";

const HTTP_NOT_FOUND = 404;
const NotFoundPage = lazyPart(async () => ({ default: (await import("./NotFoundPage.tsx")).Component }));

/** The error page of every route: says what happened, what was saved and what to do next. */
export function ErrorPage() {
  const error = useRouteError();
  const isOffline = useSeemsOffline();
  if (isRouteErrorResponse(error) && error.status === HTTP_NOT_FOUND) {
    return (
      <>
        <ErrorHead title="Page not found" />
        <NotFoundPage />
      </>
    );
  }
  return <Fault {...explain(error, isOffline)} />;
}

type Explanation = { title: string; text: string; action: string };

function Fault({ title, text, action }: Explanation) {
  const { supportEmail } = useFacts();
  return (
    <div role="alert" className="page flex flex-1 flex-col items-start gap-5 py-16 sm:py-24">
      <ErrorHead title={title} />
      <h1>{title}</h1>
      <p className="max-w-prose text-lg">{text}</p>
      <p className="max-w-prose text-muted">
        {isSiteDataBlocked()
          ? "This browser is not storing any data for the academy: cookies and site data are blocked for this site. Some pages need them."
          : "Everything that you saved is still on this device."}
      </p>
      <Button size="large" onClick={() => location.reload()}>
        {action}
      </Button>
      <p>
        If it happens again, write to{" "}
        <a href={`mailto:${supportEmail}`} translate="no" className="text-link">
          {supportEmail}
        </a>
      </p>
    </div>
  );
}

function explain(error: unknown, isOffline: boolean): Explanation {
  if (!(error instanceof PageLoadFailure)) {
    return {
      title: "Something went wrong",
      text: "This page stopped because of an error on our side.",
      action: "Reload the page",
    };
  }
  if (!isOffline) {
    return {
      title: "Please reload this page",
      text: "Part of it did not load: the connection dropped briefly, or the academy has been updated.",
      action: "Reload",
    };
  }
  return {
    title: "This page is not on your device yet",
    text: "You need a connection the first time you open it. Go back to what you were doing, or try again when you are online.",
    action: "Try again",
  };
}

/**
 * Sets the document title to the error. The route's own title remains in the document, but React inserts a title that
 * is rendered later before it, and browsers use the first title.
 */
function ErrorHead({ title }: { title: string }) {
  return (
    <>
      <title>{documentTitle(title)}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
